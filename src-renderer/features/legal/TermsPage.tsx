import { brand } from '#shared/brand.ts'
import { LegalPage, type LegalSection } from './LegalPage.tsx'

const sections: readonly LegalSection[] = [
  {
    title: 'Who may use it',
    paragraphs: [
      'You need an invitation, an email address that is yours, and to be old enough to enter into an agreement where you live.',
      'One person, one account. Keep your password to yourself; what happens with your account is your responsibility until you tell us that it is not you.',
    ],
  },
  {
    title: 'Creators',
    paragraphs: [
      'What you publish must be yours to publish, legal, and described as it is. Say what a task takes and what done means.',
      'Decide on applications and finished tasks within a reasonable time. People have put work into them.',
    ],
  },
  {
    title: 'Contributors',
    paragraphs: [
      'Apply for work you mean to do. If you can’t finish a task, hand it back so someone else can.',
      'What you hand in must be your own work, or work you may use, and you say so where it is not your own.',
    ],
  },
  {
    title: 'Who owns the work',
    paragraphs: [
      'Unless the two of you agree otherwise in writing, finished work that was accepted belongs to the creator of the project; until then it belongs to the person who made it.',
      `${brand.name} itself claims no rights to your projects, tasks or files beyond what it needs to store and show them.`,
    ],
  },
  {
    title: 'Payments',
    paragraphs: [
      `${brand.name} records payments that were agreed and made between people. It moves no money, holds none, and is not a party to what you agree.`,
    ],
  },
  {
    title: 'Reputation',
    paragraphs: [
      'Reputation comes from completed tasks alone. It cannot be bought, given or moved, and goes when a task is reopened. Making up work to gain it ends an account.',
    ],
  },
  {
    title: 'When it ends',
    paragraphs: [
      'You may stop at any time. The people who run this server may close accounts that break these terms, and say why.',
      'The service is provided as it is. It is built with care, but nobody promises that it never fails.',
    ],
  },
]

export const TermsPage = () => (
  <LegalPage
    title="Terms of Service"
    updated="November 2026"
    intro={`These are the rules of ${brand.name}. They are short on purpose: what creators and contributors can expect of each other, and of the people who run this server.`}
    sections={sections}
  />
)
