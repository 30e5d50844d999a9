import { Box, FormHelperText, MenuItem, TextField } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { PAYMENT_NOTE_MAX } from '#shared/contract/payments.ts'
import { useCapability } from '#data/capabilities.ts'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import { moneyText, readAmount } from '#lib/amounts.ts'
import { NetworkFormButtons } from '#parts/network/NetworkButton.tsx'
import { BulkPeople } from './BulkPeople.tsx'
import { type Bulk, type Figures, hoursOf, previewOf, type Split, splits } from './bulk-split.ts'
import { MoneyField } from './MoneyField.tsx'
import { useAskBeyond } from './use-ask-beyond.ts'
import { useRecordBulk } from './payment-mutations.ts'
import { PaymentProblem } from './PaymentProblem.tsx'
import { TaskOfPayment } from './TaskOfPayment.tsx'
import type { ReportDraft } from '../data/use-drafts.ts'
import { usePayees } from '../data/use-payees.ts'
import type { Team } from '../data/use-team.ts'

const splitLabels: Readonly<Record<Split, string>> = {
  equal: 'Equal parts',
  hours: 'By hours worked',
  tasks: 'By tasks completed',
  custom: 'Custom amounts',
}

type FormProps = { team: Team; report: ReportDraft; onClose: () => void }

const SplitField = ({ split, onChange }: { split: Split; onChange: (split: Split) => void }) => (
  <TextField
    select
    label="Split"
    value={split}
    onChange={(event) => onChange(splits.find((one) => one === event.target.value) ?? 'equal')}
  >
    {splits.map((one) => (
      <MenuItem key={one} value={one}>
        {splitLabels[one]}
      </MenuItem>
    ))}
  </TextField>
)

type OutcomeProps = { preview: ReturnType<typeof previewOf>; currency: string; isTried: boolean }
/** What the parts add up to, or what is missing. */
const Outcome = ({ preview, currency, isTried }: OutcomeProps) => (
  <Box aria-live="polite" className="tabular" sx={{ flex: '1 1 220px' }}>
    {preview.problem ? (
      <FormHelperText error={isTried} sx={{ m: 0, fontSize: size.small }}>
        {preview.problem}
      </FormHelperText>
    ) : (
      <Box sx={{ fontSize: size.small, color: 'text.secondary' }}>
        The parts add up to{' '}
        <Box component="span" sx={{ fontWeight: weight.semibold, color: 'text.primary' }}>
          {moneyText(
            currency,
            preview.parts.reduce((sum, part) => sum + part.amountCents, 0),
          )}
        </Box>
      </Box>
    )}
  </Box>
)

const Form = ({ team, report, onClose }: FormProps) => {
  const { currency } = team
  const [amount, setAmount] = useState('')
  const [split, setSplit] = useState<Split>('equal')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [hours, setHours] = useState<Figures>({})
  const [amounts, setAmounts] = useState<Figures>({})
  const [note, setNote] = useState('')
  const [taskID, setTaskID] = useState('')
  const knowsTasks = useCapability('taskPayments', true)
  const [isTried, setIsTried] = useState(false)
  const amountField = useRef<HTMLInputElement>(null)
  const record = useRecordBulk(team.projectID, currency)
  const payees = usePayees(team)
  const people = payees.filter(({ userID }) => chosen.has(userID))
  const bulk: Bulk = { people, amount, currency, split, hours, amounts }
  const preview = previewOf(bulk)
  const { cents, problem: amountProblem } = readAmount(amount, currency)
  const isDirty = amount !== '' || chosen.size > 0 || note.trim() !== '' || taskID !== ''
  useEffect(() => report('bulk', isDirty), [report, isDirty])
  useEffect(() => () => report('bulk', false), [report])
  const ask = useAskBeyond(team)
  const submit = async () => {
    setIsTried(true)
    if (amountProblem) amountField.current?.focus()
    if (preview.problem || cents === undefined || record.isPending || !(await ask(cents))) return
    const cent = (userID: string) => preview.parts.find((part) => part.userID === userID)?.amountCents ?? 0
    const userIDs = people.map(({ userID }) => userID)
    record.mutate(
      {
        userIDs,
        amountCents: cents,
        split,
        note: note.trim(),
        taskID,
        ...(split === 'hours' && { hours: hoursOf(bulk) }),
        ...(split === 'custom' && { amounts: Object.fromEntries(userIDs.map((userID) => [userID, cent(userID)])) }),
      },
      {
        onSuccess: () => {
          report('bulk', false)
          onClose()
        },
      },
    )
  }
  const figures = split === 'hours' ? hours : amounts
  const setFigures = split === 'hours' ? setHours : setAmounts
  const paid = preview.parts.filter((part) => part.amountCents > 0).length
  return (
    <DialogForm
      onSubmit={() => void submit()}
      actions={
        <>
          <Outcome {...{ preview, currency, isTried }} />
          <NetworkFormButtons onCancel={onClose} isPending={record.isPending}>
            {paid > 0 ? `Record ${paid === 1 ? '1 Payment' : `${paid} Payments`}` : 'Record Payments'}
          </NetworkFormButtons>
        </>
      }
    >
      {record.isError && <PaymentProblem error={record.error} />}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
        <MoneyField
          currency={currency}
          label="Total amount"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={(isTried || amount !== '') && amountProblem ? amountProblem : undefined}
          inputRef={amountField}
          autoFocus
        />
        <SplitField split={split} onChange={setSplit} />
      </Box>
      <BulkPeople
        payees={payees}
        chosen={chosen}
        onChoose={setChosen}
        split={split}
        figures={figures}
        onFigure={(userID, typed) => setFigures({ ...figures, [userID]: typed })}
        preview={preview}
        currency={currency}
      />
      {knowsTasks && <TaskOfPayment tasks={team.tasks} value={taskID} onChange={setTaskID} />}
      <Field
        label="Note (optional)"
        placeholder="What it was paid for"
        value={note}
        onChange={(event) => setNote(event.target.value)}
        inputProps={{ maxLength: PAYMENT_NOTE_MAX }}
      />
    </DialogForm>
  )
}

/** Splits an amount among several people, and shows every part before anything is recorded. */
export const BulkPaymentDialog = ({ team, isOpen, report, onClose }: FormProps & { isOpen: boolean }) => (
  <FormDialog title="Bulk Payment" isOpen={isOpen} onClose={onClose} maxWidth="md">
    <Form team={team} report={report} onClose={onClose} />
  </FormDialog>
)
