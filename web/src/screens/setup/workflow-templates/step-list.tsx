import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { TemplateType } from '#domain/document';
import { templateBounds } from '#domain/workflow/workflow-template';
import { Button } from '../../../parts/controls/button.tsx';
import { Section } from '../managed-form/section.tsx';
import type { Approver } from './calls.ts';
import { newStep } from './workflow-draft.ts';
import type { StepDraft } from './workflow-draft.ts';
import { StepCard } from './step-card.tsx';

interface Props {
  type: TemplateType;
  steps: StepDraft[];
  /** The users who may be approvers of a step. */
  people: readonly Approver[];
  isListFailed: boolean;
  isListComing: boolean;
  isReadOnly: boolean;
  errorAt: (field: string) => string | null;
  onChange: (steps: StepDraft[]) => void;
  /** A preview of the flow, next to the steps. */
  preview: ReactNode;
}

/** Moves the focus from a removed step to the one in its place. */
function useFocusAfterRemoval() {
  const list = useRef<HTMLOListElement>(null);
  const [removed, setRemoved] = useState<{ index: number } | null>(null);
  useEffect(() => {
    if (!removed) return;
    const groups = list.current?.querySelectorAll<HTMLElement>('li > [role=group]') ?? [];
    groups[Math.min(removed.index, groups.length - 1)]?.focus();
  }, [removed]);
  return { list, onRemoved: (index: number) => setRemoved({ index }) };
}

function moveStep(steps: readonly StepDraft[], key: string, to: number): StepDraft[] {
  const step = steps.find((one) => one.key === key);
  if (!step) return [...steps];
  const others = steps.filter((one) => one.key !== key);
  return [...others.slice(0, to), step, ...others.slice(to)];
}

/** The steps in the order of approval. Each is moved by its handle or its menu (DEC-20). */
export function StepList(props: Props) {
  const { steps, isReadOnly, onChange } = props;
  const [announcement, setAnnouncement] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const { list, onRemoved } = useFocusAfterRemoval();
  const move = (key: string, to: number) => {
    onChange(moveStep(steps, key, to));
    setAnnouncement(`Moved to step ${to + 1} of ${steps.length}.`);
  };
  const add = () => {
    const step = newStep();
    setAdded(step.key);
    onChange([...steps, step]);
  };
  return (
    <Section
      title="Steps"
      text={`Documents go through the steps in this order.${isReadOnly ? '' : ' Move a step by its handle or its menu.'}`}
      isBare
      beside={props.preview}
    >
      <div data-field="steps" tabIndex={-1} className="grid justify-items-start gap-3">
        {steps.length === 0 ? <p className="text-ink-muted">There are no steps yet.</p> : null}
        <ol ref={list} className="grid w-full grid-cols-1 gap-3">
          {steps.map((step, index) => (
            <li key={step.key}>
              <StepCard
                type={props.type}
                step={step}
                index={index}
                count={steps.length}
                people={props.people}
                isListFailed={props.isListFailed}
                isListComing={props.isListComing}
                isReadOnly={isReadOnly}
                startsFocused={step.key === added}
                errorAt={(field) => props.errorAt(`steps.${index}.${field}`)}
                onChange={(change) =>
                  onChange(steps.map((one) => (one.key === step.key ? { ...one, ...change } : one)))
                }
                onMove={move}
                onRemove={() => {
                  onChange(steps.filter((one) => one.key !== step.key));
                  onRemoved(index);
                }}
              />
            </li>
          ))}
        </ol>
        {isReadOnly ? null : (
          <Button
            reason={
              steps.length >= templateBounds.steps
                ? `A flow has at most ${templateBounds.steps} steps.`
                : null
            }
            onPress={add}
          >
            <Plus aria-hidden className="size-4" />
            Add step
          </Button>
        )}
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </Section>
  );
}
