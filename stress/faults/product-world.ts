import { loadWorld } from '../simulator/loader.ts';
import type { Patch } from '../simulator/patch.ts';
import type { WholeProduct } from './product.ts';

/** Loads the product with its HTTP routes, with these patches applied. */
export function loadWhole(patches: readonly Patch[] = []): Promise<WholeProduct> {
  return loadWorld<WholeProduct>('../faults/product.ts', patches);
}
