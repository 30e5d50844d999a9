import {
  Alert,
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material'
import { type SubmitEvent, useId, useState } from 'react'
import { type Scope, scopes, TOKEN_NAME_MAX } from '#shared/contract/index.ts'
import { errorText } from '#lib/query-client.ts'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { Field } from '#ui/form/Field.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import { useCreateToken } from './mutations.ts'
import { ShownToken } from './ShownToken.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
const lives = { 30: '30 days', 90: '90 days', 180: 'half a year', 365: 'a year' } as const
type Days = keyof typeof lives
const scopeTexts: Readonly<Record<Scope, string>> = {
  read: 'Read what you may see',
  work: 'Do what members do: create and move tasks, comment, hand in',
  manage: 'Do what owners and admins of your projects do',
  admin: "Make the administrators' calls",
}

/** Makes an access token, and shows it once. `isAdministrator`: only administrators can give a token their calls. */
export const NewTokenCard = ({ isAdministrator }: { isAdministrator: boolean }) => {
  const create = useCreateToken()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(['read'])
  const [days, setDays] = useState<Days>(90)
  const [isTried, setIsTried] = useState(false)
  const [shown, setShown] = useState<{ name: string; token: string } | null>(null)
  const scopesLabel = useId()
  useUnsavedChanges(name.trim() !== '')
  const nameError = name.trim() === '' ? 'Please give the token a name.' : undefined
  const scopesError = chosen.length === 0 ? 'Please choose what the token may do.' : undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (nameError !== undefined || scopesError !== undefined || create.isPending) return
    // A minute less, because a clock that is ahead of the server's would ask for more than a year.
    const endsAt = new Date(Date.now() + days * DAY_MS - 60_000).toISOString()
    create.mutate(
      { name: name.trim(), scopes: [...chosen], endsAt },
      {
        onSuccess: ({ data }) => {
          setShown({ name: data.name, token: data.token })
          setName('')
          setChosen(['read'])
          setIsTried(false)
          create.reset()
        },
      },
    )
  }
  const toggle = (scope: Scope) =>
    setChosen((now) => (now.includes(scope) ? now.filter((one) => one !== scope) : [...now, scope]))
  return (
    <TitledCard title="New access token" level={2}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2.5 }}>
        A program sends it instead of your password. It can never do more than you can.
      </Typography>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'grid', gap: 2.5, maxWidth: 480, justifyItems: 'start' }}
      >
        {create.isError && (
          <Alert severity="error" sx={{ width: '100%' }}>
            {errorText(create.error, 'Failed to make the access token')}
          </Alert>
        )}
        <Field
          label="Name"
          placeholder="What it is for"
          value={name}
          onChange={(event) => setName(event.target.value)}
          inputProps={{ maxLength: TOKEN_NAME_MAX }}
          error={isTried ? nameError : undefined}
        />
        <Box role="group" aria-labelledby={scopesLabel}>
          <Typography id={scopesLabel} variant="body2" sx={{ fontWeight: weight.semibold }}>
            It may
          </Typography>
          {scopes
            .filter((scope) => scope !== 'admin' || isAdministrator)
            .map((scope) => (
              <FormControlLabel
                key={scope}
                sx={{ display: 'flex' }}
                control={<Checkbox checked={chosen.includes(scope)} onChange={() => toggle(scope)} />}
                label={scopeTexts[scope]}
              />
            ))}
          {isTried && scopesError !== undefined && (
            <FormHelperText error role="alert" sx={{ fontSize: size.note }}>
              {scopesError}
            </FormHelperText>
          )}
        </Box>
        <TextField
          select
          label="Expires in"
          value={days}
          onChange={(event) => setDays(Number(event.target.value) as Days)}
          sx={{ minWidth: 200 }}
        >
          {Object.entries(lives).map(([value, text]) => (
            <MenuItem key={value} value={Number(value)}>
              {text}
            </MenuItem>
          ))}
        </TextField>
        <Button type="submit" variant="contained" loading={create.isPending}>
          Create token
        </Button>
      </Box>
      <ShownToken shown={shown} onClose={() => setShown(null)} />
    </TitledCard>
  )
}
