/**
 * Descriptions of fields that occur in several answers and requests, for the API reference: each text is written once.
 */
export const described = {
  username: { description: 'How the person is called in addresses.', examples: ['ada'] },
  fullName: { description: 'The full name; empty if they gave none.', examples: ['Ada Byron'] },
  projectTitle: { description: 'What it is about, in one line.', examples: ['Map of city birds'] },
  projectText: { description: 'What it is, in a few sentences.', examples: ['A map of what sings where.'] },
  projectStatus: { description: '0 draft, 1 published, 2 assigned, 3 completed, 4 rejected.', examples: [1] },
  taskTitle: { description: 'What is to be done, in one line.', examples: ['Map the park'] },
  taskText: { description: 'What is to be done.', examples: ['Draw what sings where, street by street.'] },
  taskStatus: {
    description: '0 requested, 1 assigned, 2 in progress, 3 under review, 4 completed, 5 rejected.',
    examples: [1],
  },
}
