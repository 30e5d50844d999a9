import { brand } from '../../../shared/brand.ts'
import { paths } from '../../../shared/rules/addresses.ts'
import { appLink, composeMail } from '../../mail/compose.ts'
import type { Mail } from '../../mail/mailer.ts'

export const invitationMail = (origin: string, email: string, token: string, days: number): Mail =>
  composeMail({
    kind: 'invitation',
    to: email,
    subject: `You are invited to ${brand.name}`,
    lines: ['Hello,', `your place at ${brand.name} is ready. ${brand.tagline}`],
    action: { label: 'Create my account', url: appLink(origin, paths.register({ token, email })) },
    footer: [`The link is good for ${days} days and for this address only.`],
  })
