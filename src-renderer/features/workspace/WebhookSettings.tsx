import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '#shared/contract/webhooks.ts'
import { webhookKindsText } from '#shared/rules/webhook-kinds.ts'
import { confirm } from '#lib/confirm.ts'
import { copyText } from '#lib/copy-text.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { radius } from '#ui/look/tokens.ts'
import { NewWebhook } from './NewWebhook.tsx'
import { useDropSecret, useMakeSecret, useRemoveWebhook, useResumeWebhook, webhooksQuery } from './webhook-calls.ts'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'

type ShownSecret = { target: string; secret: string }

/** A new secret, the only time that anybody can read it. */
const NewSecret = ({ target, secret }: ShownSecret) => (
  <Box role="status" sx={{ display: 'grid', gap: 1.5, mb: 2.5 }}>
    <Typography>Copy it now: it is shown only this once. The receiver checks each delivery with it.</Typography>
    <Field
      label={`Secret of the webhook for ${target}`}
      value={secret}
      readOnly
      onFocus={(event) => event.target.select()}
      inputProps={{ className: 'tabular', spellCheck: false }}
      endAdornment={
        <Button size="small" startIcon={<Copy size={16} aria-hidden />} onClick={() => void copyText(secret)}>
          Copy
        </Button>
      }
    />
  </Box>
)

const stateOf = ({ state, hasTarget }: Webhook): string => {
  if (!hasTarget) return 'The server has no such target now. What happens is sent once it is back.'
  return state === 'paused' ? 'Paused: its receiver is gone, or took nothing for a day.' : 'Active'
}

type RowProps = { projectID: string; webhook: Webhook; onSecret: (secret: string) => void; onGone: () => void }

const WebhookRow = ({ projectID, webhook, onSecret, onGone }: RowProps) => {
  const { target, state, kinds, secrets } = webhook
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoveWebhook(projectID, target)
  const resume = useResumeWebhook(projectID, target)
  const make = useMakeSecret(projectID, target)
  const drop = useDropSecret(projectID, target)
  const error = remove.error ?? resume.error ?? make.error ?? drop.error
  const askRemove = async () => {
    const isSure = await confirm({
      title: `Remove the webhook for ${target}?`,
      text: 'Nothing more is sent there, and its secrets are gone.',
      confirmLabel: 'Remove',
      isDangerous: true,
    })
    if (!isSure) return
    remove.mutate(undefined, {
      onSuccess: () => {
        onGone()
        toast('The webhook is removed', 'success')
      },
    })
  }
  const few = { size: 'small', sx: { minHeight: { xs: 44, md: 32 } } } as const
  return (
    <Box
      component="li"
      aria-label={target}
      sx={{ display: 'grid', gap: 1, border: 1, borderColor: 'divider', borderRadius: radius.medium, p: 2 }}
    >
      <Typography variant="h4">{target}</Typography>
      <Typography sx={{ color: state === 'paused' ? 'error.main' : 'text.secondary' }}>{stateOf(webhook)}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>Sends: {webhookKindsText(kinds)}</Typography>
      {secrets > 1 && (
        <Typography sx={{ color: 'text.secondary' }}>Two secrets sign; the first ends within a day.</Typography>
      )}
      {error && <Alert severity="error">{errorText(error, 'Failed to change the webhook')}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {state === 'paused' && (
          <Button
            {...few}
            variant="contained"
            aria-label={`Resume ${target}`}
            loading={resume.isPending}
            onClick={() => resume.mutate()}
          >
            Resume
          </Button>
        )}
        <Button
          {...few}
          aria-label={`Deliveries to ${target}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          Deliveries
        </Button>
        {secrets > 1 ? (
          <Button
            {...few}
            aria-label={`Remove the first secret of ${target}`}
            loading={drop.isPending}
            onClick={() => drop.mutate()}
          >
            Remove the first secret
          </Button>
        ) : (
          <Button
            {...few}
            aria-label={`Make a new secret for ${target}`}
            loading={make.isPending}
            onClick={() => make.mutate(undefined, { onSuccess: ({ data }) => onSecret(data.secret) })}
          >
            New secret
          </Button>
        )}
        <Button
          {...few}
          color="error"
          aria-label={`Remove ${target}`}
          loading={remove.isPending}
          onClick={() => void askRemove()}
        >
          Remove
        </Button>
      </Box>
      {isOpen && <WebhookDeliveries projectID={projectID} target={target} />}
    </Box>
  )
}

/** What programs are sent of the project, for its owners: targets by the names that the operator has given. */
export const WebhookSettings = ({ projectID }: { projectID: string }) => {
  const { data, isError, isFetching, refetch } = useQuery(webhooksQuery(projectID))
  const [shown, setShown] = useState<ShownSecret>()
  const area = useKeptFocus<HTMLDivElement>()
  const taken = new Set(data?.data.map(({ target }) => target))
  return (
    <TitledCard title="Webhooks">
      <Box ref={area} tabIndex={-1} sx={{ outline: 'none', display: 'grid', gap: 2, minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          A webhook sends what happens in the project to a program. The people who run this server decide which there
          are.
        </Typography>
        {shown && <NewSecret {...shown} />}
        {!data && isError && (
          <ErrorState title="Failed to load the webhooks" isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
        {!data && !isError && (
          <DelayedSkeleton>
            <Skeleton variant="rounded" height={72} role="img" aria-label="Loading the webhooks" />
          </DelayedSkeleton>
        )}
        {data?.data.length === 0 && <Typography>There is no webhook yet.</Typography>}
        {data && data.data.length > 0 && (
          <Box component="ul" aria-label="Webhooks" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
            {data.data.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                projectID={projectID}
                webhook={webhook}
                onSecret={(secret) => setShown({ target: webhook.target, secret })}
                onGone={() => setShown((now) => (now?.target === webhook.target ? undefined : now))}
              />
            ))}
          </Box>
        )}
        {data && (
          <NewWebhook
            projectID={projectID}
            targets={data.targets.filter((target) => !taken.has(target))}
            onMade={setShown}
          />
        )}
      </Box>
    </TitledCard>
  )
}
