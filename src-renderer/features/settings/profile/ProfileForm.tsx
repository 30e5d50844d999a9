import { Box, Button } from '@mui/material'
import { useState } from 'react'
import {
  BIO_MAX,
  HEADLINE_MAX,
  NAME_MAX,
  type OwnProfile,
  profileChanges,
  type ProfileChanges,
} from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { useSaveProfile } from './mutations.ts'
import { LinkFields } from './LinkFields.tsx'
import { SkillInput } from './SkillInput.tsx'
import { SkillOrder } from './SkillOrder.tsx'

type Draft = { name: string; headline: string; bio: string; skills: string[]; links: string[]; hours: string }
type Errors = ReadonlyMap<string, string>

const draftOf = ({ name, username, headline, bio, skills, links, hoursPerWeek }: OwnProfile): Draft => ({
  // A person without a name is called by their username, which is no name to edit.
  name: name === username ? '' : name,
  headline: headline ?? '',
  bio,
  skills: [...skills],
  links: [...(links ?? [])],
  hours: hoursPerWeek === null || hoursPerWeek === undefined ? '' : String(hoursPerWeek),
})

const changesOf = ({ hours, links, ...draft }: Draft): ProfileChanges => ({
  ...draft,
  links: links.map((link) => link.trim()).filter((link) => link !== ''),
  hoursPerWeek: hours.trim() === '' ? null : Number(hours),
})

const errorsIn = (issues: ReadonlyArray<{ path: string; message: string }>): Errors =>
  new Map(issues.map(({ path, message }) => [path.replace(/^body\./, ''), message]))

type TextFieldsProps = {
  draft: Draft
  /** Stands in for a name. */
  username: string
  errorOf: (field: string) => string | undefined
  onChange: (part: Partial<Draft>) => void
}

const TextFields = ({ draft, username, errorOf, onChange }: TextFieldsProps) => (
  <>
    <Field
      label="Name"
      value={draft.name}
      placeholder={username}
      error={errorOf('name')}
      hint={<CharacterCount count={draft.name.length} max={NAME_MAX} />}
      onChange={({ target }) => onChange({ name: target.value })}
    />
    <Field
      label="Headline"
      value={draft.headline}
      placeholder="What you do, in one line"
      error={errorOf('headline')}
      hint={<CharacterCount count={draft.headline.length} max={HEADLINE_MAX} />}
      onChange={({ target }) => onChange({ headline: target.value })}
    />
    <Field
      label="Bio"
      multiline
      minRows={3}
      value={draft.bio}
      error={errorOf('bio')}
      hint={<CharacterCount count={draft.bio.length} max={BIO_MAX} />}
      onChange={({ target }) => onChange({ bio: target.value })}
    />
  </>
)

/** Edits what others see of the viewer. What is typed stays when it cannot be saved. */
export const ProfileForm = ({ profile }: { profile: OwnProfile }) => {
  const [typed, setTyped] = useState<Draft | null>(null)
  const [errors, setErrors] = useState<Errors>(new Map())
  const saved = draftOf(profile)
  const draft = typed ?? saved
  const isDirty = typed !== null && JSON.stringify(typed) !== JSON.stringify(saved)
  useUnsavedChanges(isDirty)
  const { mutate, isPending, error, reset } = useSaveProfile(profile.username)
  // The button is disabled while it saves and after it; the focus stays in the form.
  const form = useKeptFocus<HTMLFormElement>('button[type="submit"]:enabled')
  const change = (part: Partial<Draft>) => {
    reset()
    setErrors(new Map())
    setTyped({ ...draft, ...part })
  }
  const save = () => {
    const parsed = profileChanges.safeParse(changesOf(draft))
    if (!parsed.success) {
      setErrors(errorsIn(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))))
      return
    }
    setErrors(new Map())
    mutate(parsed.data, {
      onSuccess: () => {
        setTyped(null)
        toast('Profile saved', 'success')
      },
      onError: (failure) => {
        if (isApiError(failure) && failure.status === 422) setErrors(errorsIn(failure.details))
      },
    })
  }
  const errorOf = (field: string) => errors.get(field)
  return (
    <TitledCard title="Profile" level={2}>
      <Box
        component="form"
        ref={form}
        tabIndex={-1}
        aria-label="Profile"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)', outline: 'none' }}
      >
        <TextFields draft={draft} username={profile.username} errorOf={errorOf} onChange={change} />
        <SkillInput skills={draft.skills} onChange={(skills) => change({ skills })} error={errorOf('skills')} />
        {draft.skills.length > 0 && <SkillOrder skills={draft.skills} onChange={(skills) => change({ skills })} />}
        <LinkFields
          links={draft.links}
          onChange={(links) => change({ links })}
          errorOf={(place) => errorOf(`links.${place}`)}
        />
        <Box sx={{ maxWidth: 240 }}>
          <Field
            label="Hours a week"
            value={draft.hours}
            inputMode="numeric"
            error={errorOf('hoursPerWeek')}
            hint="Optional."
            onChange={({ target }) => change({ hours: target.value })}
          />
        </Box>
        {error && errors.size === 0 && (
          <ErrorState
            title={errorText(error, 'Failed to save profile')}
            text="What you typed is still here."
            onRetry={save}
            isRetrying={isPending}
          />
        )}
        <Box>
          <Button type="submit" variant="contained" loading={isPending && !error} disabled={!isDirty}>
            Save
          </Button>
        </Box>
      </Box>
    </TitledCard>
  )
}
