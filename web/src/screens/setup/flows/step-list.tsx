import { useState } from 'react';
import { Plus } from 'lucide-react';
import { templateBounds } from '#domain/workflow-template';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import type { Approver } from './calls.ts';
import { newStep } from './flow-draft.ts';
import type { StepDraft } from './flow-draft.ts';
import { StepCard } from './step-card.tsx';

interface Props {
  steps: StepDraft[];
  /** Who may be put on a step. */
  people: readonly Approver[];
  isListFailed: boolean;
  isReadOnly: boolean;
  errorAt: (field: string) => string | null;
  onChange: (steps: StepDraft[]) => void;
}

function movedTo(steps: readonly StepDraft[], key: string, to: number): StepDraft[] {
  const step = steps.find((one) => one.key === key);
  if (!step) return [...steps];
  const others = steps.filter((one) => one.key !== key);
  return [...others.slice(0, to), step, ...others.slice(to)];
}

/** The steps in the order in which a document passes them; each is moved by its handle, or by its menu (DEC-20). */
export function StepList(props: Props) {
  const { steps, isReadOnly, onChange } = props;
  const [told, setTold] = useState('');
  const move = (key: string, to: number) => {
    onChange(movedTo(steps, key, to));
    setTold(`Moved to step ${to + 1} of ${steps.length}.`);
  };
  const add = isReadOnly ? null : (
    <Button
      isDisabled={steps.length >= templateBounds.steps}
      onPress={() => onChange([...steps, newStep('STANDARD')])}
    >
      <Plus aria-hidden className="size-4" />
      Add step
    </Button>
  );
  return (
    <Card title="Steps" aside={add}>
      <div data-field="steps" tabIndex={-1}>
        {steps.length === 0 ? <p className="text-ink-muted">There is no step yet.</p> : null}
        <ol className="grid grid-cols-1 gap-3">
          {steps.map((step, index) => (
            <li key={step.key}>
              <StepCard
                step={step}
                index={index}
                count={steps.length}
                people={props.people}
                isListFailed={props.isListFailed}
                isReadOnly={isReadOnly}
                errorAt={(field) => props.errorAt(`steps.${index}.${field}`)}
                onChange={(change) =>
                  onChange(steps.map((one) => (one.key === step.key ? { ...one, ...change } : one)))
                }
                onMove={move}
                onRemove={() => onChange(steps.filter((one) => one.key !== step.key))}
              />
            </li>
          ))}
        </ol>
        <p role="status" className="sr-only">
          {told}
        </p>
      </div>
    </Card>
  );
}
