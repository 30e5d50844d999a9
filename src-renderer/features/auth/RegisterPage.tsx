import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { wantedAddress } from '#lib/wish.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { AuthLayout } from '#parts/entry/AuthLayout.tsx'
import { CodeStep } from './CodeStep.tsx'
import { EmailVerified } from './EmailVerified.tsx'
import { forgetTyped, forgetWaitingCode, keepWaitingCode, readWaitingCode } from './kept-registration.ts'
import { RegisterForm } from './RegisterForm.tsx'

export const RegisterPage = () => {
  const [query] = useSearchParams()
  const invitedEmail = query.get('email')
  const [waiting, setWaiting] = useState(() => readWaitingCode(invitedEmail))
  const [isVerified, setIsVerified] = useState(false)
  const navigate = useNavigate()
  const step = isVerified ? 'verified' : waiting ? 'code' : 'form'
  const waitFor = (email: string, receipt: string) => {
    forgetTyped()
    const waiting = { email, receipt, wrongTries: 0 }
    keepWaitingCode(waiting)
    setWaiting(waiting)
  }
  const leaveCode = () => {
    forgetWaitingCode()
    void navigate(paths.login())
  }
  return (
    <AuthLayout>
      <PageTitle title={{ form: 'Create your account', code: 'Verifying Email', verified: 'Email Verified' }[step]} />
      {step === 'form' && (
        <RegisterForm
          invitationToken={query.get('token')}
          invitedEmail={invitedEmail}
          onRegistered={(email, { isEmailVerified, receipt = '' }) => {
            if (!isEmailVerified) return waitFor(email, receipt)
            forgetTyped()
            void navigate(wantedAddress() === null ? paths.landing() : paths.dashboard(), { replace: true })
          }}
        />
      )}
      {step === 'code' && waiting && (
        <CodeStep
          title="Verifying Email"
          email={waiting.email}
          receipt={waiting.receipt}
          wrongTries={waiting.wrongTries}
          onWrongTries={(wrongTries) => keepWaitingCode({ ...waiting, wrongTries })}
          onVerified={() => {
            forgetWaitingCode()
            setIsVerified(true)
          }}
          onBack={leaveCode}
        />
      )}
      {step === 'verified' && <EmailVerified />}
    </AuthLayout>
  )
}
