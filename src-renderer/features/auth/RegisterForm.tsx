import { Alert, Box, Button, InputAdornment, Link, Typography } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { Lock } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'
import type { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { newPasswordOf } from '#shared/contract/common.ts'
import { registration } from '#shared/contract/index.ts'
import { passwordRefusal } from '#shared/rules/password.ts'
import { isApiError, isRefusal } from '#lib/api.ts'
import { sessionData } from '#lib/browser-storage.ts'
import { usePasswordMin } from '#data/password-rules.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { NewPasswordField } from '#ui/form/NewPasswordField.tsx'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { keepTyped, readTyped } from './kept-registration.ts'
import { useRegister } from './mutations.ts'
import { invitationQuery } from './queries.ts'

type Fields = z.input<typeof registration>
type RegisterFormProps = {
  invitationToken: string | null
  /** The address from the invitation link; the field is then filled and locked. */
  invitedEmail: string | null
  onRegistered: (email: string, answer: { isEmailVerified: boolean; receipt?: string | undefined }) => void
}

type LinkState = 'none' | 'unknown' | 'good' | 'ended' | 'refused'
/**
 * Whether the invitation link is valid; 'unknown' until the server has answered, or when it does not answer. 'ended' is a
 * valid link whose invitation to a project is over.
 */
const useInvitation = (token: string | null, email: string | null): LinkState => {
  const link = token && email ? { token, email } : null
  const { data, error } = useQuery({
    ...invitationQuery(link ?? { token: '', email: '' }),
    enabled: link !== null,
  })
  if (!token) return 'none'
  if (data) return data.data.hasEnded ? 'ended' : 'good'
  return isRefusal(error) ? 'refused' : 'unknown'
}

/** Why registering failed, that the link of the invitation is no longer good, or that it leads to no project. */
const Refusal = ({ error, link }: { error: Error | null; link: LinkState }) => (
  <>
    {error && (
      <Alert severity="error">
        {errorText(error, 'Registration failed')}
        {isApiError(error) && error.status === 403 && (
          <>
            {' '}
            <Link component={RouterLink} to={paths.landing()}>
              Request access
            </Link>
          </>
        )}
      </Alert>
    )}
    {link === 'ended' && (
      <Alert severity="info">
        The invitation to the project has ended. You can still create your account; ask for a new invitation to the
        project.
      </Alert>
    )}
    {link === 'refused' && (
      <Alert severity="warning">
        This invitation link no longer works. You can register with an address that was invited, or{' '}
        <Link component={RouterLink} to={paths.landing()}>
          request access
        </Link>
        .
      </Alert>
    )}
  </>
)

const Agreement = () => (
  <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary' }}>
    By creating an account you agree to the{' '}
    <Link component={RouterLink} to={paths.terms()}>
      Terms
    </Link>{' '}
    and the{' '}
    <Link component={RouterLink} to={paths.privacy()}>
      Privacy Policy
    </Link>
    . Already have an account?{' '}
    <Link component={RouterLink} to={paths.login()}>
      Log in
    </Link>
    .
  </Typography>
)

export const RegisterForm = ({ invitationToken, invitedEmail, onRegistered }: RegisterFormProps) => {
  const create = useRegister()
  const [kept] = useState(readTyped)
  const invitation = useInvitation(invitationToken, invitedEmail)
  const min = usePasswordMin()
  const { register, handleSubmit, formState, setError, getValues, control } = useForm<Fields>({
    resolver: zodResolver(registration.extend({ password: newPasswordOf(min) })),
    defaultValues: {
      email: invitedEmail ?? kept?.email ?? sessionData.get('prefillEmail') ?? '',
      username: kept?.username ?? '',
      password: kept?.password ?? '',
      ...(invitationToken && { invitationToken }),
    },
  })
  const { errors } = formState
  const [typed, email, username] = useWatch({ control, name: ['password', 'email', 'username'] })
  const isAboutField = Object.keys(errors).length > 0
  const submit = handleSubmit((values) => {
    if (create.isPending) return
    const message = passwordRefusal(values.password, { min, owner: values })
    if (message !== null) return setError('password', { message }, { shouldFocus: true })
    create.mutate(values, {
      onSuccess: (answer) => onRegistered(values.email, answer),
      onError: (error) => void showFieldErrors(error, ['email', 'username', 'password'], setError),
    })
  })
  return (
    <Box
      component="form"
      onSubmit={(event) => void submit(event)}
      onChange={() => {
        keepTyped(getValues())
        // The error is about an earlier try.
        if (create.isError) create.reset()
      }}
      noValidate
    >
      <AuthHeading title={`Join ${brand.name}`}>
        {
          { good: 'You are invited. ', ended: '', refused: '', unknown: '', none: 'Registration is by invitation. ' }[
            invitation
          ]
        }
        It takes a minute and a code we email you.
      </AuthHeading>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <Refusal error={isAboutField ? null : create.error} link={create.isError ? 'none' : invitation} />
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus={!invitedEmail}
          error={errors.email?.message}
          hint={
            invitedEmail && (invitation === 'good' || invitation === 'ended') && 'Your invitation is for this address.'
          }
          readOnly={Boolean(invitedEmail)}
          endAdornment={
            invitedEmail && (
              <InputAdornment position="end">
                <Lock size={16} aria-hidden />
              </InputAdornment>
            )
          }
          {...register('email')}
        />
        <Field
          label="Username"
          autoComplete="nickname"
          autoFocus={Boolean(invitedEmail)}
          error={errors.username?.message}
          hint="Others see this name."
          {...register('username')}
        />
        <NewPasswordField
          label="Password"
          typed={typed}
          least={min}
          owner={{ email, username }}
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" variant="contained" size="large" loading={create.isPending}>
          Create Account
        </Button>
      </Box>
      <Agreement />
    </Box>
  )
}
