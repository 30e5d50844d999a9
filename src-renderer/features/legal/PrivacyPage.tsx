import { brand } from '#shared/brand.ts'
import { LegalPage, type LegalSection } from './LegalPage.tsx'

const sections: readonly LegalSection[] = [
  {
    title: 'What is kept',
    paragraphs: [
      'Your email address, your username, your password as a hash that cannot be turned back, and what you enter: your bio, your skills, projects, tasks, requests, the notes in your invitations, and files.',
      'For safety: when and from which network address sign-ins were tried, for as long as it takes to limit guessing.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'Your username, bio, skills, tier, reputation and public projects are seen by others. Your email address is seen by you, by the people who run this server, and by owners and admins of projects you are in.',
      'What is inside a project is seen by its members alone.',
    ],
  },
  {
    title: 'What is not done',
    paragraphs: [
      'There are no advertisements, and nothing is sold. No usage statistics are sent unless the people who run this server set that up and told you.',
      'Pictures and fonts come from this server, so no other site learns that you were here.',
    ],
  },
  {
    title: 'On your device',
    paragraphs: [
      'The web app keeps your session in the browser, and forgets it when you log out. The desktop app keeps it in the keychain of your system. There are no tracking cookies.',
    ],
  },
  {
    title: 'Mail',
    paragraphs: [
      'You get mail that you asked for: codes, reset links, invitations, and notices that you can turn off in your settings.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You can ask for a copy of what is kept about you, have it corrected, or have your account deleted. Write to the people who run this server; they answer within a month.',
      'When an account is deleted, finished work stays with its project, without your name.',
    ],
  },
]

export const PrivacyPage = () => (
  <LegalPage
    title="Privacy Policy"
    updated="November 2026"
    intro={`${brand.name} keeps what it needs to work, and nothing else. This page says what that is, who sees it, and what you can do about it.`}
    sections={sections}
  />
)
