/** What people of the demo world say about tasks; `@` stands for the username of somebody else on the project. */
export const remarks = [
  'I will start on this **tomorrow morning**. Is anybody already on it?',
  '@ could you have a look at the edge cases? I see three:\n\n1. nothing is there yet\n2. the name is very long\n3. two people save at once',
  'Done so far:\n\n- [x] first draft\n- [x] numbers checked\n- [ ] wording',
  'This depends on #1. Shall we wait for it, or put a placeholder in?',
  'Agreed. A placeholder is fine as long as it cannot be mistaken for the real thing.',
  'The second option is simpler and **good enough** for a first version.',
  'I found why it was slow: we asked once for each row. It is one question now.\n\n```sql\nselect id, title from entries where list_id = $1\n```',
  'Looks good to me on a phone. On a wide screen the lines get too long; 70 characters would be better.',
  '> Can we leave out the export?\n\nYes, nobody has asked for it so far.',
  'See <https://www.w3.org/WAI/WCAG22/quickref/> for the contrast we need.',
  '@ thank you, that was quick.',
  'Two of five testers did not find the button. Moving it above the list helped all of them.',
  'I would rather keep the old wording until the translation is in.',
  '| Browser | Works |\n| --- | --- |\n| Firefox | yes |\n| Safari | yes, after the fix |\n| Chromium | yes |',
  'Small thing: the date is written in two ways on this page.',
  'Fixed, together with #2.',
  'Can we close this? I have not seen it fail for a week.',
] as const

/** What people ask the demo accounts, a day or two ago. */
export const questions = [
  '@ can you decide on this by Friday? Everything else is ready.',
  '@ I need the access to the test data, then I can finish this.',
  'What do you think, @? I would take the first of the two.',
] as const
