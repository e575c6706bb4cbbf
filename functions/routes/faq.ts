import { Hono } from 'hono';
import type { AppEnv } from '#middleware/context';

/** The address that the help page shows in its frame (API-76, DEC-87). */
export const pages = new Hono<AppEnv>().get('/faq', (c) => c.json({ faqUrl: c.env.FAQ_URL }));
