import { Suspense, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { focusNextHeading } from '#lib/focus-heading.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { paths } from '#lib/paths.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { AuthLayout } from '#parts/entry/AuthLayout.tsx'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import { SignInForm } from './SignInForm.tsx'

/**
 * Few people see these steps, and the form appears sooner without their code. While the code does not arrive, the page
 * keeps what the server has answered to the password.
 */
const CodeStep = lazyPart(async () => (await import('./CodeStep.tsx')).CodeStep)
const SecondStep = lazyPart(async () => (await import('./SecondStep.tsx')).SecondStep)

type View = 'signIn' | 'forgot' | 'code' | 'secondStep'

/** The address that a broken reset link passes on, to request another link for. */
const forgottenEmail = (state: unknown): string | null => {
  const { forgotten } = (state ?? {}) as { forgotten?: unknown }
  return typeof forgotten === 'string' ? forgotten : null
}

export const LoginPage = () => {
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const [forgotten] = useState(() => forgottenEmail(state))
  // Password managers lead people here through /.well-known/change-password.
  const isForgot = forgotten !== null || search.get('view') === 'forgot'
  const [view, setView] = useState<View>(isForgot ? 'forgot' : 'signIn')
  const [email, setEmail] = useState(forgotten ?? '')
  const [challenge, setChallenge] = useState('')
  const [receipt, setReceipt] = useState('')
  const navigate = useNavigate()
  const show = (next: View) => (typed: string) => {
    setEmail(typed)
    setView(next)
  }
  const goOn = () => {
    focusNextHeading()
    void navigate(paths.dashboard(), { replace: true })
  }
  return (
    <AuthLayout>
      <PageTitle title="Log in" />
      {view === 'signIn' && (
        <SignInForm
          email={email}
          onSignedIn={goOn}
          onUnverified={(typed, given = '') => {
            setReceipt(given)
            show('code')(typed)
          }}
          onChallenge={(typed, given) => {
            setChallenge(given)
            show('secondStep')(typed)
          }}
          onForgot={show('forgot')}
        />
      )}
      {view === 'forgot' && <ForgotPasswordForm email={email} onBack={() => setView('signIn')} />}
      {view === 'code' && (
        <Suspense>
          <CodeStep
            title="Verify your email"
            email={email}
            receipt={receipt}
            onVerified={goOn}
            onBack={() => setView('signIn')}
          />
        </Suspense>
      )}
      {view === 'secondStep' && (
        <Suspense>
          <SecondStep challenge={challenge} onSignedIn={goOn} onBack={() => setView('signIn')} />
        </Suspense>
      )}
    </AuthLayout>
  )
}
