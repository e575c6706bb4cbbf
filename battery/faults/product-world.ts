import { loadWorld } from '../simulator/loader.ts';
import type { Patch } from '../simulator/patch.ts';
import type { WholeProduct } from './product.ts';

/** The product with its doors, with these faults planted. */
export function loadWhole(patches: readonly Patch[] = []): Promise<WholeProduct> {
  return loadWorld<WholeProduct>('../faults/product.ts', patches);
}
