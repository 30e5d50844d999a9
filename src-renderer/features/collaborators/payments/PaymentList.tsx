import { Box, Button, Chip, Link as TextLink } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Payment } from '#shared/contract/index.ts'
import { nameOf as personName } from '#shared/rules/person.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { size, weight } from '#ui/look/tokens.ts'
import { moneyText } from '#lib/amounts.ts'

export const amountOf = ({ currency, amountCents }: Payment): string => moneyText(currency, amountCents)

/** 'Task #12' in a note leads to that task. A number without the word may be an invoice's. */
const withTaskLinks = (text: string, projectID: string): ReactNode[] =>
  text.split(/(\btask #?\d+\b)/i).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <TextLink key={at} component={Link} to={paths.taskByNumber(projectID, part.replace(/\D/g, ''))}>
        {part}
      </TextLink>
    ),
  )

/** The task of an entry; a link while the task is there. */
const TaskLine = ({ task, projectID }: { task: NonNullable<Payment['task']>; projectID: string }) => {
  const name = `Task #${task.taskId}`
  return (
    <Box sx={{ fontSize: size.small }}>
      {task.id === null ? (
        name
      ) : (
        <TextLink component={Link} to={paths.task(projectID, task.id)}>
          {name}
        </TextLink>
      )}{' '}
      · {task.title}
    </Box>
  )
}

type PaymentListProps = {
  label: string
  payments: readonly Payment[]
  nameOf: (userID: string, username: string) => string
  /** Opens the dialog that voids the entry; left out where the viewer may only read. */
  onVoid?: (payment: Payment) => void
}

const Entry = ({ payment, nameOf, onVoid }: { payment: Payment } & Omit<PaymentListProps, 'label' | 'payments'>) => {
  const { userID, username, note, method, task, recordedByUsername, recordedByName, createdAt } = payment
  const { voidedAt, voidReason, confirmedAt, missingAt, missingText } = payment
  const name = nameOf(userID, username)
  const amount = amountOf(payment)
  const isVoided = voidedAt !== null
  const isMissing = !isVoided && missingAt !== null
  /** What counts no more. */
  const isOut = isVoided || isMissing
  const isAnswered = confirmedAt !== null || missingAt !== null
  const what = [note, method].filter(Boolean).join(' · ')
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 2,
        alignItems: 'center',
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontWeight: weight.semibold }}>
          {name}
          {isVoided && <Chip size="small" variant="outlined" label="Voided" />}
          {isMissing && <Chip size="small" variant="outlined" label="Nothing arrived" />}
        </Box>
        {task && <TaskLine task={task} projectID={payment.projectID} />}
        {what && <Box sx={{ fontSize: size.small }}>{withTaskLinks(what, payment.projectID)}</Box>}
        <Box sx={{ fontSize: size.note, color: 'text.secondary' }}>
          {formatDate(createdAt)} · recorded by {personName({ name: recordedByName, username: recordedByUsername })}
        </Box>
        {isVoided && (
          <Box sx={{ fontSize: size.note, color: 'text.secondary' }}>
            Voided {formatDate(voidedAt)}
            {voidReason && `: ${voidReason}`}
          </Box>
        )}
        {isMissing && (
          <Box sx={{ fontSize: size.note, color: 'text.secondary' }}>
            {name} said so {formatDate(missingAt)}
            {missingText && `: ${missingText}`}
          </Box>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: { xs: 'flex-end', sm: 'center' },
          gap: 1,
        }}
      >
        <Box
          component={isOut ? 'del' : 'span'}
          className="tabular"
          sx={{ fontWeight: weight.semibold, color: isOut ? 'text.secondary' : undefined }}
        >
          {amount}
        </Box>
        {onVoid && (
          <Box sx={{ minWidth: { sm: 64 }, textAlign: 'right' }}>
            {!isVoided && !isAnswered && (
              <Button
                size="small"
                color="inherit"
                aria-label={`Void ${amount} to ${name}`}
                onClick={() => onVoid(payment)}
              >
                Void
              </Button>
            )}
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** Entries of the ledger, newest first. A voided entry stays, struck out. */
export const PaymentList = ({ label, payments, nameOf, onVoid }: PaymentListProps) => (
  <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {payments.map((payment) => (
      <Entry key={payment.id} payment={payment} nameOf={nameOf} {...(onVoid && { onVoid })} />
    ))}
  </Box>
)
