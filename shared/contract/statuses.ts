/** The status numbers of requests and answers. This file alone gives them names. */
export const projectStatus = { drafted: 0, published: 1, assigned: 2, completed: 3, rejected: 4 } as const
export const taskStatus = {
  requested: 0,
  assigned: 1,
  inProgress: 2,
  underReview: 3,
  completed: 4,
  rejected: 5,
} as const
