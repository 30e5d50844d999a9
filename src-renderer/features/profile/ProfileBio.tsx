import { Alert, Box, Button, Typography } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { BIO_MAX, contract, type Profile } from '#shared/contract/index.ts'
import { errorText } from '#lib/query-client.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { confirmDiscard, useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { useEditButton } from '#lib/use-edit-button.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { useUpdateBio } from './mutations.ts'
import { NothingYet } from './NothingYet.tsx'

const BioForm = ({ profile, onDone }: { profile: Profile; onDone: () => void }) => {
  const save = useUpdateBio(profile)
  const { control, register, handleSubmit, formState } = useForm<{ bio: string }>({
    resolver: zodResolver(contract.users.updateBio.body),
    defaultValues: { bio: profile.bio },
  })
  const typed = useWatch({ control, name: 'bio' })
  useUnsavedChanges(formState.isDirty && !save.isSuccess)
  /** Escape asks before it closes, because it is more easily pressed by mistake than Cancel. */
  const leave = async () => {
    if (!formState.isDirty || (await confirmDiscard())) onDone()
  }
  const submit = handleSubmit(({ bio }) => {
    if (save.isPending) return
    save.mutate(bio, { onSuccess: onDone })
  })
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') void leave()
        if (isSubmitKey(event)) void submit()
      }}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      {save.isError && <Alert severity="error">{errorText(save.error, 'Failed to update bio')}</Alert>}
      <Field
        label="Your bio"
        multiline
        minRows={4}
        autoFocus
        placeholder="What you do, what you like to work on, how you work."
        error={formState.errors.bio?.message}
        hint={<CharacterCount count={typed.length} max={BIO_MAX} />}
        inputProps={{ maxLength: BIO_MAX }}
        {...register('bio')}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={save.isPending}>
          Save
        </Button>
        <Button onClick={onDone} disabled={save.isPending}>
          Cancel
        </Button>
      </Box>
    </Box>
  )
}

/** The person's bio, which its owner edits in place. */
export const ProfileBio = ({ profile }: { profile: Profile }) => {
  const [isEditing, setIsEditing] = useState(false)
  const edit = useEditButton(isEditing)
  return (
    <TitledCard
      level={2}
      title="Bio"
      action={
        profile.isOwner &&
        !isEditing && (
          <Button
            ref={edit}
            size="small"
            startIcon={<Pencil size={14} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            Edit
          </Button>
        )
      }
    >
      {isEditing ? (
        <BioForm profile={profile} onDone={() => setIsEditing(false)} />
      ) : profile.bio ? (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '68ch' }}>
          {profile.bio}
        </Typography>
      ) : (
        <NothingYet
          text="No bio added yet."
          hint={profile.isOwner ? 'A few sentences help creators see whether you fit their project.' : undefined}
        />
      )}
    </TitledCard>
  )
}
