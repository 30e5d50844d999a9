import { Alert, Box, Button, Link as MuiLink, Typography } from '@mui/material'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type OwnProfile, profileChanges, type ProfileChanges } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { useSaveProfile, useWelcome } from './mutations.ts'
import { SkillInput } from './SkillInput.tsx'
import { SkillOrder } from './SkillOrder.tsx'

type Answers = { name: string; skills: string[]; hours: string }

/** What was answered; a question without an answer changes nothing. */
const changesOf = ({ name, skills, hours }: Answers): ProfileChanges => ({
  ...(name.trim() !== '' && { name }),
  ...(skills.length > 0 && { skills }),
  ...(hours.trim() !== '' && { hoursPerWeek: Number(hours) }),
})

/** Notes that a new account was led here. Being shown is what counts: it is never shown again, on any device. */
const useShownOnce = () => {
  const { mutate } = useWelcome()
  const note = useEffectEvent(() => mutate())
  useEffect(() => note(), [])
}

/** The three questions to a new account. Each can stay empty, and all of them can be skipped at once. */
export const FirstUse = ({ profile }: { profile: OwnProfile }) => {
  useShownOnce()
  const navigate = useNavigate()
  const [answers, setAnswers] = useState<Answers>({
    ...{ name: profile.name === profile.username ? '' : profile.name, skills: [...profile.skills] },
    hours: profile.hoursPerWeek ? String(profile.hoursPerWeek) : '',
  })
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const { mutate, isPending, error, reset } = useSaveProfile(profile.username)
  const goOn = () => void navigate(paths.dashboard())
  const change = (part: Partial<Answers>) => {
    reset()
    setErrors(new Map())
    setAnswers({ ...answers, ...part })
  }
  const note = (issues: ReadonlyArray<{ path: string; message: string }>) =>
    setErrors(new Map(issues.map(({ path, message }) => [path.replace(/^body\./, ''), message])))
  const save = () => {
    const changes = profileChanges.safeParse(changesOf(answers))
    if (!changes.success)
      return note(changes.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
    if (Object.keys(changes.data).length === 0) return goOn()
    mutate(changes.data, {
      onSuccess: goOn,
      onError: (failure) => isApiError(failure) && failure.status === 422 && note(failure.details),
    })
  }
  return (
    <TitledCard title="Say what you can do." level={2}>
      <Box
        component="form"
        aria-label="Say what you can do"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <Typography sx={{ color: 'text.secondary' }}>
          Creators find people by this. Leave out what you like: you can change all of it later, in Settings.
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          Here to get work done?{' '}
          <MuiLink component={Link} to={paths.creatorApplication()}>
            Post a project
          </MuiLink>
        </Typography>
        <Field
          label="Name"
          value={answers.name}
          placeholder={profile.username}
          error={errors.get('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        <SkillInput skills={answers.skills} onChange={(skills) => change({ skills })} error={errors.get('skills')} />
        {answers.skills.length > 0 && <SkillOrder skills={answers.skills} onChange={(skills) => change({ skills })} />}
        <Box sx={{ maxWidth: 240 }}>
          <Field
            label="Hours a week"
            value={answers.hours}
            inputMode="numeric"
            error={errors.get('hoursPerWeek')}
            onChange={({ target }) => change({ hours: target.value })}
          />
        </Box>
        {error && errors.size === 0 && (
          <Alert severity="error" variant="outlined">
            {errorText(error, 'Failed to save profile')} What you typed is still here.
          </Alert>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button type="submit" variant="contained" loading={isPending}>
            Save and go on
          </Button>
          <Button component={Link} to={paths.dashboard()}>
            Skip
          </Button>
        </Box>
      </Box>
    </TitledCard>
  )
}
