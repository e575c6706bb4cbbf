import { app } from '../../functions/app.ts';
import { consumeDeadLetters } from '../../queues/dead-letters.ts';
import { product as inside } from '../simulator/product.ts';

/** The product with its doors: what answers HTTP, and where messages end that nobody could carry out. */
export const product = { ...inside, app, consumeDeadLetters };

export type WholeProduct = typeof product;
