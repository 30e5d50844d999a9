import { Alert, Box, Button, Checkbox, FormControlLabel, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { CalendarState } from '#shared/contract/calendar.ts'
import { confirm } from '#lib/confirm.ts'
import { copyText } from '#lib/copy-text.ts'
import { formatMoment } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { calendarQuery, useHideTitles, useMakeCalendar, useRevokeCalendar } from './calls.ts'

/** A new address, the only time that anybody can read it. */
const NewAddress = ({ address }: { address: string }) => (
  <Box role="status" sx={{ display: 'grid', gap: 1.5, mb: 2.5 }}>
    <Typography>Copy it now: it is shown only this once. Anyone who has it can see these days.</Typography>
    <Field
      label="Calendar address"
      value={address}
      readOnly
      onFocus={(event) => event.target.select()}
      inputProps={{ className: 'tabular', spellCheck: false }}
      endAdornment={
        <Button size="small" startIcon={<Copy size={16} aria-hidden />} onClick={() => void copyText(address)}>
          Copy
        </Button>
      }
    />
  </Box>
)

type HideTitlesProps = { isHidden: boolean; isBusy?: boolean; onChange: (isHidden: boolean) => void }
const HideTitles = ({ isHidden, isBusy = false, onChange }: HideTitlesProps) => (
  <FormControlLabel
    control={<Checkbox checked={isHidden} disabled={isBusy} onChange={(_, checked) => onChange(checked)} />}
    label="Hide titles: a day says only what kind of day it is"
  />
)

type MakeProps = { make: ReturnType<typeof useMakeCalendar>; onMade: (address: string) => void }

const WithoutAddress = ({ make, onMade }: MakeProps) => {
  const [isHidden, setIsHidden] = useState(false)
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        You have no address yet.
      </Typography>
      <HideTitles isHidden={isHidden} onChange={setIsHidden} />
      <Button
        variant="contained"
        loading={make.isPending}
        onClick={() => make.mutate(isHidden, { onSuccess: ({ data }) => onMade(data.address) })}
      >
        Make an address
      </Button>
    </Box>
  )
}

const WithAddress = ({ state, make, onMade }: MakeProps & { state: CalendarState }) => {
  const hide = useHideTitles()
  const revoke = useRevokeCalendar()
  const error = hide.error ?? revoke.error
  const askNew = async () => {
    const isSure = await confirm({
      title: 'Make a new address?',
      text: 'The address that your calendar program has now stops working at once.',
      confirmLabel: 'Make a new address',
    })
    if (isSure) make.mutate(state.hideTitles, { onSuccess: ({ data }) => onMade(data.address) })
  }
  const askRemove = async () => {
    const isSure = await confirm({
      title: 'Remove the address?',
      text: 'Your calendar program finds nothing there from then on.',
      confirmLabel: 'Remove',
      isDangerous: true,
    })
    if (isSure)
      revoke.mutate(null, {
        onSuccess: () => {
          onMade('')
          toast('The address is removed', 'success')
        },
      })
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      {error && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(error, 'Failed to change your calendar')}
        </Alert>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        You have an address, made {formatMoment(state.createdAt)}. It cannot be shown again.
      </Typography>
      <HideTitles
        isHidden={hide.isPending ? !state.hideTitles : state.hideTitles}
        isBusy={hide.isPending}
        onChange={(isHidden) => hide.mutate(isHidden)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="outlined" loading={make.isPending} onClick={() => void askNew()}>
          Make a new address
        </Button>
        <Button variant="outlined" color="error" loading={revoke.isPending} onClick={() => void askRemove()}>
          Remove the address
        </Button>
      </Box>
    </Box>
  )
}

const Calendar = () => {
  const { data, isError, isFetching, refetch } = useQuery(calendarQuery())
  const make = useMakeCalendar()
  const [address, setAddress] = useState('')
  if (isError && data === undefined)
    return <ErrorState title="Failed to load your calendar" onRetry={() => void refetch()} isRetrying={isFetching} />
  if (data === undefined)
    return (
      <DelayedSkeleton>
        <Skeleton height={64} />
      </DelayedSkeleton>
    )
  return (
    <>
      {make.isError && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorText(make.error, 'Failed to make the address')}
        </Alert>
      )}
      {address !== '' && <NewAddress address={address} />}
      {data === null ? (
        <WithoutAddress make={make} onMade={setAddress} />
      ) : (
        <WithAddress state={data} make={make} onMade={setAddress} />
      )}
    </>
  )
}

/** The address at which calendar programs read the viewer's days. */
export const CalendarSection = () => (
  <TitledCard title="Your days in a calendar program" level={2}>
    <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2.5 }}>
      Due days, until when you hold a task, and by when you or others review, answer and pay, as whole days. Give the
      address to your calendar program as a subscription; it asks for it again by itself. Days are those of the time
      zone in your notification settings.
    </Typography>
    <Calendar />
  </TitledCard>
)
