import { useEffect } from 'react';
import { useToast } from '../../../parts/overlays/toast.tsx';

/** Reports once that the features of the show failed to load (MG-14). */
export function FeaturesFailed(props: { hasFailed: boolean }) {
  const flash = useToast();
  useEffect(() => {
    if (props.hasFailed) flash('error', 'Error occurred while retrieving show feature settings.');
  }, [props.hasFailed, flash]);
  return null;
}
