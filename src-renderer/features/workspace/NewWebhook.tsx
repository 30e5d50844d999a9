import { Alert, Box, Button, Checkbox, FormControlLabel, FormLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useState } from 'react'
import { webhookGroups } from '#shared/rules/webhook-kinds.ts'
import { errorText } from '#lib/query-client.ts'
import { useAddWebhook } from './webhook-calls.ts'

type NewWebhookProps = {
  projectID: string
  targets: readonly string[]
  onMade: (made: { target: string; secret: string }) => void
}

/** Chooses a target by its name, and what it is sent. */
export const NewWebhook = ({ projectID, targets, onMade }: NewWebhookProps) => {
  const [chosen, setChosen] = useState('')
  const [labels, setLabels] = useState<readonly string[]>([])
  const add = useAddWebhook(projectID)
  const target = targets.includes(chosen) ? chosen : (targets[0] ?? '')
  const kinds = webhookGroups.filter(({ label }) => labels.includes(label)).flatMap((group) => [...group.kinds])
  const toggle = (label: string, isChosen: boolean) =>
    setLabels(isChosen ? [...labels, label] : labels.filter((one) => one !== label))
  const submit = () =>
    add.mutate(
      { target, kinds },
      {
        onSuccess: ({ data }) => {
          setLabels([])
          onMade({ target, secret: data.secret })
        },
      },
    )
  if (targets.length === 0)
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        There is a webhook for every target that this server has.
      </Typography>
    )
  return (
    <Box
      component="form"
      aria-label="New webhook"
      onSubmit={(event) => {
        event.preventDefault()
        if (kinds.length > 0) submit()
      }}
      sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}
    >
      {add.error && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(add.error, 'Failed to add the webhook')}
        </Alert>
      )}
      <Box>
        <FormLabel id="webhook-target">Target</FormLabel>
        <RadioGroup aria-labelledby="webhook-target" value={target} onChange={(_, value) => setChosen(value)}>
          {targets.map((name) => (
            <FormControlLabel key={name} value={name} control={<Radio />} label={name} />
          ))}
        </RadioGroup>
      </Box>
      <Box role="group" aria-labelledby="webhook-kinds" sx={{ display: 'grid' }}>
        <FormLabel id="webhook-kinds">What is sent</FormLabel>
        {webhookGroups.map(({ label }) => (
          <FormControlLabel
            key={label}
            control={<Checkbox checked={labels.includes(label)} onChange={(_, isChosen) => toggle(label, isChosen)} />}
            label={label}
          />
        ))}
      </Box>
      <Button type="submit" variant="contained" disabled={kinds.length === 0} loading={add.isPending}>
        Add webhook
      </Button>
    </Box>
  )
}
