import { Autocomplete, Box, TextField } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { type Control, Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { contract } from '#shared/contract/index.ts'
import { PAYMENT_METHOD_MAX, PAYMENT_NOTE_MAX } from '#shared/contract/payments.ts'
import { useCapability } from '#data/capabilities.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { Field } from '#ui/form/Field.tsx'
import { moneyText, readAmount } from '#lib/amounts.ts'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { MoneyField } from './MoneyField.tsx'
import { useRecordPayment } from './payment-mutations.ts'
import { PaymentProblem } from './PaymentProblem.tsx'
import { TaskOfPayment } from './TaskOfPayment.tsx'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import { toldApart } from '../data/labels.ts'
import type { ReportDraft } from '../data/use-drafts.ts'
import { type Payee, payeeName, usePayees } from '../data/use-payees.ts'
import type { Team } from '../data/use-team.ts'
import { useAskBeyond } from './use-ask-beyond.ts'
import { oneValueField } from '#ui/form/one-value-field.ts'

const paymentIn = (currency: string) =>
  z.object({
    userID: z.string().min(1, 'Choose a collaborator.'),
    amount: z.string().transform((typed, context) => {
      const { cents, problem } = readAmount(typed, currency)
      if (cents !== undefined) return cents
      context.addIssue({ code: 'custom', message: problem })
      return z.NEVER
    }),
    method: contract.payments.create.body.shape.method,
    note: contract.payments.create.body.shape.note,
    taskID: z.string(),
  })
type Fields = z.input<ReturnType<typeof paymentIn>>
type Values = z.output<ReturnType<typeof paymentIn>>
const empty: Fields = { userID: '', amount: '', method: '', note: '', taskID: '' }

type PayeeFieldProps = { control: Control<Fields, unknown, Values>; payees: readonly Payee[] }

const PayeeField = ({ control, payees }: PayeeFieldProps) => (
  <Controller
    name="userID"
    control={control}
    render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
      <Autocomplete
        options={payees}
        value={payees.find(({ userID }) => userID === value) ?? null}
        onChange={(_event, picked) => onChange(picked?.userID ?? '')}
        onBlur={onBlur}
        getOptionKey={({ userID }) => userID}
        getOptionLabel={labelsOf(payees)}
        noOptionsText="Nobody has this name"
        autoHighlight
        sx={oneValueField}
        renderInput={(params) => (
          <TextField
            {...params}
            label="Collaborator"
            placeholder="Choose a collaborator"
            inputRef={ref}
            error={Boolean(error)}
            helperText={error?.message}
          />
        )}
      />
    )}
  />
)

/** What the list calls its people: namesakes by name and username, and guests as such. */
const labelsOf = (payees: readonly Payee[]) => {
  const label = toldApart(payees)
  return (payee: Payee) => payeeName({ ...payee, name: label(payee) })
}

/** The hint at an amount above the rest of the budget. */
const beyondText = ({ summary, currency }: Team, cents: number | undefined): string | false => {
  const left = summary?.remainingCents ?? null
  return (
    cents !== undefined &&
    left !== null &&
    cents > left &&
    `More than the ${moneyText(currency, left)} that remain of the budget.`
  )
}

/** In one row on a wide screen; with a task to choose, in two. */
const columns = (knowsTasks: boolean) => ({
  xs: 'minmax(0, 1fr)',
  sm: 'repeat(2, minmax(0, 1fr))',
  lg: knowsTasks
    ? 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr)'
    : 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1.4fr) minmax(0, 2fr) auto',
})

/** Records one payment: the person, the amount and the purpose. */
export const QuickPayment = ({ team, report }: { team: Team; report: ReportDraft }) => {
  const { currency } = team
  const payees = usePayees(team)
  const record = useRecordPayment(team.projectID, currency)
  const knowsTasks = useCapability('taskPayments', true)
  const { taskToPay } = useCollaboratorsView()
  // Who comes from a task pays for that task, and most likely the person who does it.
  const task = team.tasks?.find(({ id }) => id === taskToPay)
  const payee = payees.find(({ userID }) => userID === task?.assignedToID)
  const { control, register, handleSubmit, setError, reset, formState } = useForm<Fields, unknown, Values>({
    resolver: zodResolver(paymentIn(currency)),
    defaultValues: empty,
  })
  const { errors, isDirty } = formState
  const begin = useEffectEvent(() => {
    if (task && !isDirty) reset({ ...empty, taskID: task.id, userID: payee?.userID ?? '' })
  })
  // The tasks can come later than the form, as after a failure, and guests come last.
  useEffect(() => begin(), [task?.id, payee?.userID])
  useEffect(() => report('quick', isDirty), [report, isDirty])
  useEffect(() => () => report('quick', false), [report])
  const { cents } = readAmount(useWatch({ control, name: 'amount' }), currency)
  const ask = useAskBeyond(team)
  const submit = handleSubmit(async ({ userID, amount, method, note, taskID }) => {
    if (record.isPending || !(await ask(amount, { userID, taskID }))) return
    const name = payees.find((one) => one.userID === userID)?.name ?? 'the collaborator'
    record.mutate(
      { userID, name, amountCents: amount, method, note, ...(knowsTasks && { taskID }) },
      {
        onSuccess: () => reset(empty),
        onError: (error) => {
          if (showFieldErrors(error, ['userID', 'method', 'note', 'taskID'], setError)) record.reset()
        },
      },
    )
  })
  return (
    <Box component="form" noValidate aria-label="Quick Payment" onSubmit={(event) => void submit(event)}>
      {record.isError && (
        <Box sx={{ mb: 2 }}>
          <PaymentProblem error={record.error} />
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: columns(knowsTasks),
        }}
      >
        <PayeeField control={control} payees={payees} />
        {knowsTasks && (
          <Controller
            name="taskID"
            control={control}
            render={({ field: { value, onChange } }) => (
              <TaskOfPayment tasks={team.tasks} value={value} onChange={onChange} error={errors.taskID?.message} />
            )}
          />
        )}
        <MoneyField
          currency={currency}
          label="Amount"
          error={errors.amount?.message}
          hint={beyondText(team, cents)}
          {...register('amount')}
        />
        <Field
          label="Method (optional)"
          placeholder="Bank transfer"
          error={errors.method?.message}
          inputProps={{ maxLength: PAYMENT_METHOD_MAX }}
          {...register('method')}
        />
        <Field
          label="Note (optional)"
          placeholder={knowsTasks ? 'What it was paid for' : 'Task #12: what it was paid for'}
          error={errors.note?.message}
          inputProps={{ maxLength: PAYMENT_NOTE_MAX }}
          {...register('note')}
        />
        <NetworkButton
          type="submit"
          variant="contained"
          size="large"
          loading={record.isPending}
          sx={{ mt: { lg: '26px' }, minHeight: 47, whiteSpace: 'nowrap' }}
        >
          Record Payment
        </NetworkButton>
      </Box>
    </Box>
  )
}
