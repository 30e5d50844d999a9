import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { CodeStep } from './CodeStep.tsx'
import { EmailVerified } from './EmailVerified.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { TestimonialPanel } from './TestimonialPanel.tsx'

export const RegisterPage = () => {
  const [query] = useSearchParams()
  const [codeFor, setCodeFor] = useState<string | null>(null)
  const [isVerified, setIsVerified] = useState(false)
  const navigate = useNavigate()
  const step = isVerified ? 'verified' : codeFor ? 'code' : 'form'
  return (
    <AuthLayout aside={<TestimonialPanel />}>
      <PageTitle title={{ form: 'Create your account', code: 'Verifying Email', verified: 'Email Verified' }[step]} />
      {step === 'form' && (
        <RegisterForm
          invitationToken={query.get('token')}
          invitedEmail={query.get('email')}
          onRegistered={(email, isEmailVerified) =>
            isEmailVerified ? void navigate(paths.landing(), { replace: true }) : setCodeFor(email)
          }
        />
      )}
      {step === 'code' && codeFor && (
        <CodeStep title="Verifying Email" email={codeFor} onVerified={() => setIsVerified(true)} />
      )}
      {step === 'verified' && <EmailVerified />}
    </AuthLayout>
  )
}
