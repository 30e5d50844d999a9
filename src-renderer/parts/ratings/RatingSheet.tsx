import {
  Alert,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material'
import { useId, useState } from 'react'
import { RATING_TEXT_MAX, type RatingDue } from '#shared/contract/ratings.ts'
import { nameOf } from '#shared/rules/person.ts'
import { useCall } from '#data/use-call.ts'
import { formatDate } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { bodyOfRating, type RatingDraft, useRatingDraft } from './rating-draft.ts'

type ChoiceProps<Value extends string> = {
  label: string
  value: Value | null
  options: ReadonlyArray<readonly [value: Value, label: string]>
  isMissing: boolean
  onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, value, options, isMissing, onChange }: ChoiceProps<Value>) => {
  const id = useId()
  return (
    <FormControl error={isMissing} required>
      <FormLabel id={id} sx={{ color: 'text.primary' }}>
        {label}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        aria-describedby={isMissing ? `${id}-below` : undefined}
        value={value ?? ''}
        onChange={(_event, chosen) => onChange(chosen as Value)}
      >
        {options.map(([one, said]) => (
          <FormControlLabel key={one} value={one} control={<Radio size="small" />} label={said} />
        ))}
      </RadioGroup>
      {isMissing && <FormHelperText id={`${id}-below`}>Please choose one.</FormHelperText>}
    </FormControl>
  )
}

const yesNo = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const
const marks = ['1', '2', '3', '4', '5'].map((mark) => [mark, mark] as const)

type MarkProps = { label: string; value: number | null; isMissing: boolean; onChange: (mark: number) => void }
const Mark = ({ label, value, isMissing, onChange }: MarkProps) => (
  <Choice
    label={`${label} (1 to 5)`}
    value={value === null ? null : String(value)}
    options={marks}
    isMissing={isMissing}
    onChange={(mark) => onChange(Number(mark))}
  />
)

/** Whom the review is of: the worker's name, or the project. */
export const ratedName = ({ worker, project }: RatingDue): string => (worker ? nameOf(worker) : project.title)

const draftOf = (given: RatingDue['given']): RatingDraft | null =>
  given && { ...given, own: given.quality ?? given.fair }

/** Gives a review, or changes one's own. What is begun stays on this device. */
export const RatingSheet = ({ due, onClose }: { due: RatingDue; onClose: () => void }) => {
  const { project, worker, side, given, until } = due
  const { draft, change, clear } = useRatingDraft(due.id, draftOf(given))
  const [isChecked, setIsChecked] = useState(false)
  const done = {
    onSuccess: () => {
      clear()
      toast('Your review is given.', 'success')
      onClose()
    },
    isStaleAfter: () => true,
  }
  type Body = NonNullable<ReturnType<typeof bodyOfRating>>
  const give = useCall('ratings.give', {
    input: (body: Body) => ({ body: { ...body, projectID: project.id, ...(worker && { userID: worker.id }) } }),
    ...done,
  })
  const revise = useCall('ratings.change', {
    input: (body: Body) => ({ params: { id: given?.id ?? '' }, body }),
    ...done,
  })
  const write = given ? revise : give
  const body = bodyOfRating(draft, side)
  const set = (part: Partial<RatingDraft>) => change({ ...draft, ...part })
  const missing = (value: unknown) => isChecked && value === null
  return (
    <FormDialog title={`Review ${ratedName(due)}`} isOpen isSheet onClose={onClose}>
      <DialogForm
        onSubmit={() => {
          setIsChecked(true)
          if (body) write.mutate(body)
        }}
        actions={
          <FormButtons onCancel={onClose} isPending={write.isPending}>
            {given ? 'Change the review' : 'Give the review'}
          </FormButtons>
        }
      >
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {side === 'worker' ? 'The project' : ratedName(due)} reads it when both sides have given theirs, or on{' '}
          {formatDate(until)}. Then everybody can read both. Marks go from 1, poor, to 5, excellent.
        </Typography>
        {write.error && <Alert severity="error">{errorText(write.error, 'The review could not be given')}</Alert>}
        <Choice
          label="Would you work together again?"
          value={draft.again}
          options={yesNo}
          isMissing={missing(draft.again)}
          onChange={(again) => set({ again })}
        />
        <Mark
          label="How clear were they?"
          value={draft.clear}
          isMissing={missing(draft.clear)}
          onChange={(mark) => set({ clear: mark })}
        />
        <Mark
          label={side === 'payer' ? 'How good was the work?' : 'How fair were they?'}
          value={draft.own}
          isMissing={missing(draft.own)}
          onChange={(own) => set({ own })}
        />
        <Mark
          label="Did they keep their days?"
          value={draft.onTime}
          isMissing={missing(draft.onTime)}
          onChange={(onTime) => set({ onTime })}
        />
        <Field
          label="In words (optional)"
          multiline
          minRows={3}
          maxRows={10}
          value={draft.text}
          onChange={({ target }) => set({ text: target.value })}
          hint={<CharacterCount count={draft.text.length} max={RATING_TEXT_MAX} />}
          inputProps={{ maxLength: RATING_TEXT_MAX }}
        />
      </DialogForm>
    </FormDialog>
  )
}
