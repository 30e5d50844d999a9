import { Alert, Box, Button } from '@mui/material'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '#lib/form-errors.ts'
import { errorText } from '#lib/query-client.ts'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { useSetUpTwoStep } from '../mutations.ts'
import { formLook } from './form-look.ts'
import { OwnAccount } from '#parts/OwnAccount.tsx'

type AskPasswordProps = { onSetUp: (secret: { key: string; uri: string }) => void; onCancel: () => void }

/** The first step of switching on: the password. */
export const AskPassword = ({ onSetUp, onCancel }: AskPasswordProps) => {
  const setUp = useSetUpTwoStep()
  const { register, handleSubmit, formState, setError, setFocus } = useForm({ defaultValues: { password: '' } })
  const submit = handleSubmit(({ password }) => {
    if (setUp.isPending) return
    setUp.mutate(password, {
      onSuccess: ({ data }) => onSetUp(data),
      onError: (error) => {
        if (showFieldErrors(error, ['password'], setError)) return setUp.reset()
        // The button was disabled during the call and has lost the focus.
        setFocus('password')
      },
    })
  })
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} noValidate sx={formLook}>
      {setUp.isError && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(setUp.error, 'Failed to set up two-step sign-in')}
        </Alert>
      )}
      <OwnAccount />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        autoFocus
        error={formState.errors.password?.message}
        {...register('password', { required: 'Please enter your password.' })}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button type="submit" variant="contained" loading={setUp.isPending}>
          Continue
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Box>
    </Box>
  )
}
