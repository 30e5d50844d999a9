// The limits of calls that let somebody try a secret.

export const passwordTries = ['login-account-network', 'login-network', 'login-account'] as const
export const secondStepTries = ['two-step', 'two-step-day', 'recovery-code-network', 'recovery-code'] as const
