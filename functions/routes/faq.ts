import { Hono } from 'hono';
import type { AppEnv } from '#middleware/context';

/** What the help page frames (API-76, DEC-87). */
export const pages = new Hono<AppEnv>().get('/faq', (c) => c.json({ faqUrl: c.env.FAQ_URL }));
