import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { newPassword } from '../../../shared/contract/common.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { AuthHeading } from './AuthHeading.tsx'
import { useResetPassword } from './mutations.ts'

const fields = z
  .object({ password: newPassword, confirmation: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    message: 'Passwords do not match.',
  })

type ResetPasswordFormProps = { token: string; email: string; onDone: () => void }

export const ResetPasswordForm = ({ token, email, onDone }: ResetPasswordFormProps) => {
  const reset = useResetPassword()
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: { password: '', confirmation: '' },
  })
  const { errors } = formState
  const submit = handleSubmit(({ password }) => {
    if (reset.isPending) return
    reset.mutate(
      { token, email, password },
      {
        onSuccess: onDone,
        // An error that is shown beside its field is not repeated above the form.
        onError: (error) => {
          if (showFieldErrors(error, ['password'], setError)) reset.reset()
        },
      },
    )
  })
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} noValidate>
      <AuthHeading title="Reset Password">
        Choose a new password for <strong>{email}</strong>. It ends all your sessions.
      </AuthHeading>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {reset.isError && <Alert severity="error">Failed to reset password. Please try again.</Alert>}
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          autoFocus
          error={errors.password?.message}
          hint="At least 6 characters."
          {...register('password')}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <Button type="submit" variant="contained" size="large" loading={reset.isPending}>
          Reset Password
        </Button>
      </Box>
    </Box>
  )
}
