import { app } from '../../functions/app.ts';
import { consumeDeadLetters } from '../../queues/dead-letters.ts';
import { product as inside } from '../simulator/product.ts';

/** The product with its HTTP application and its dead-letter consumer. */
export const product = { ...inside, app, consumeDeadLetters };

export type WholeProduct = typeof product;
