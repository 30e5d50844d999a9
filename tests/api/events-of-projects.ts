import { any, CANARY, type Case, type World } from './events-world.ts'

/** Calls about projects, requests, members, tasks, payments and files, with the events they leave. */
export const projectCases = ({ text, creator, team, upload, payment, comment }: World): Record<string, Case> => ({
  'projects.create': async () => {
    const { id, api } = await creator()
    const body = { title: text(), description: text() }
    return {
      act: () => api.projects.create({ body }),
      told: [{ kind: 'project.created', actorID: id, projectID: any }],
    }
  },
  'projects.duplicate': async () => {
    const { owner, id, params } = await team()
    await owner.api.labels.create({ params, body: { name: text(), colour: 'blue' } })
    await owner.api.tasks.create({ body: { title: text(), description: text(), status: 2, projectID: id } })
    await owner.api.templates.create({ params, body: { name: text(), title: text(), description: text() } })
    const about = { actorID: owner.id, projectID: any }
    return {
      act: () => owner.api.projects.duplicate({ params, body: {} }),
      told: [
        { kind: 'project.created', ...about },
        { kind: 'project.labels', ...about, data: { labelID: 1 } },
        { kind: 'project.templates', ...about, data: { templateID: any, change: 'added' } },
        { kind: 'task.created', ...about, data: { status: 1 } },
      ],
    }
  },
  'projects.update of fields': async () => {
    const { owner, id, params } = await team()
    const told = {
      kind: 'project.changed',
      actorID: owner.id,
      projectID: id,
      data: { fields: ['title', 'client'] },
    } as const
    return { act: () => owner.api.projects.update({ params, body: { title: text(), client: CANARY } }), told: [told] }
  },
  'projects.update that publishes': async () => {
    const { owner, id, params } = await team(0)
    const told = { kind: 'project.published', actorID: owner.id, projectID: id, data: {} } as const
    return { act: () => owner.api.projects.update({ params, body: { status: 1 } }), told: [told] }
  },
  'projects.update of the status': async () => {
    const { owner, id, params } = await team()
    const told = { kind: 'project.status', actorID: owner.id, projectID: id, data: { from: 1, to: 3 } } as const
    return { act: () => owner.api.projects.update({ params, body: { status: 3 } }), told: [told] }
  },
  'projects.update that archives, twice': async () => {
    const { owner, id, params } = await team()
    const archive = () => owner.api.projects.update({ params, body: { archived: true } })
    const told = { kind: 'project.archived', actorID: owner.id, projectID: id } as const
    return { act: async () => [await archive(), await archive()], told: [told] }
  },
  'projects.update that restores': async () => {
    const { owner, id, params } = await team()
    await owner.api.projects.update({ params, body: { archived: true } })
    const told = { kind: 'project.restored', actorID: owner.id, projectID: id } as const
    return { act: () => owner.api.projects.update({ params, body: { archived: false } }), told: [told] }
  },
  'projects.remove': async () => {
    const { owner, id, params } = await team()
    const told = { kind: 'project.deleted', actorID: owner.id, projectID: id } as const
    return { act: () => owner.api.projects.remove({ params }), told: [told] }
  },
  'projects.apply': async () => {
    const { stranger, id, params } = await team()
    const about = { actorID: stranger.id, subjectID: stranger.id, projectID: id, requestID: any }
    return {
      act: () => stranger.api.projects.apply({ params, body: {} }),
      told: [{ kind: 'request.applied', ...about }],
    }
  },
  'memberships.invite': async () => {
    const { owner, stranger, id } = await team()
    const input = { params: { id, userId: stranger.id }, body: { role: 'admin' as const, message: text() } }
    const about = { actorID: owner.id, subjectID: stranger.id, projectID: id, requestID: any, data: { role: 'admin' } }
    return { act: () => owner.api.memberships.invite(input), told: [{ kind: 'request.invited', ...about }] }
  },
  'memberships.answer that approves': async () => {
    const { owner, stranger, id, params } = await team()
    const { data } = await stranger.api.projects.apply({ params, body: {} })
    const about = { actorID: owner.id, subjectID: stranger.id, projectID: id, requestID: data.requestId }
    const act = () => owner.api.memberships.answer({ params: { id, userId: stranger.id }, body: { accept: true } })
    return {
      act,
      told: [
        { kind: 'request.approved', ...about },
        { kind: 'member.joined', ...about, data: { role: 'member' } },
      ],
    }
  },
  'memberships.answer that rejects': async () => {
    const { owner, stranger, id, params } = await team()
    await stranger.api.projects.apply({ params, body: {} })
    const act = () => owner.api.memberships.answer({ params: { id, userId: stranger.id }, body: { accept: false } })
    return { act, told: [{ kind: 'request.rejected', actorID: owner.id, subjectID: stranger.id, projectID: id }] }
  },
  'memberships.answer that withdraws': async () => {
    const { stranger, id, params } = await team()
    await stranger.api.projects.apply({ params, body: {} })
    const act = () => stranger.api.memberships.answer({ params: { id, userId: stranger.id }, body: { accept: false } })
    return { act, told: [{ kind: 'request.withdrawn', actorID: stranger.id, subjectID: stranger.id, projectID: id }] }
  },
  'memberships.answerById that accepts': async () => {
    const { owner, stranger, id } = await team()
    const { data } = await owner.api.memberships.invite({ params: { id, userId: stranger.id }, body: {} })
    const input = { params: { projectId: id }, body: { requestId: data.requestId, accept: true } }
    const about = { actorID: stranger.id, subjectID: stranger.id, projectID: id, requestID: data.requestId }
    const act = () => stranger.api.memberships.answerById(input)
    return {
      act,
      told: [
        { kind: 'request.accepted', ...about },
        { kind: 'member.joined', ...about },
      ],
    }
  },
  'memberships.answerById that declines': async () => {
    const { owner, stranger, id } = await team()
    const { data } = await owner.api.memberships.invite({ params: { id, userId: stranger.id }, body: {} })
    const input = { params: { projectId: id }, body: { requestId: data.requestId, accept: false } }
    const act = () => stranger.api.memberships.answerById(input)
    return { act, told: [{ kind: 'request.declined', actorID: stranger.id, subjectID: stranger.id, projectID: id }] }
  },
  'memberships.setRole': async () => {
    const { owner, member, id } = await team()
    const act = () => owner.api.memberships.setRole({ params: { id, userId: member.id }, body: { role: 'admin' } })
    const data = { from: 'member', to: 'admin' }
    return { act, told: [{ kind: 'member.role', actorID: owner.id, subjectID: member.id, projectID: id, data }] }
  },
  'memberships.remove of somebody with a task': async () => {
    const { owner, member, id } = await team()
    const body = { projectID: id, title: text(), description: text(), assignedToID: member.id }
    const { data: task } = await owner.api.tasks.create({ body })
    const about = { actorID: owner.id, subjectID: member.id, projectID: id }
    const data = { from: member.id, to: null }
    return {
      act: () => owner.api.memberships.remove({ params: { id, userId: member.id } }),
      told: [
        { kind: 'member.removed', ...about },
        { kind: 'task.assigned', ...about, taskID: task.id, data },
      ],
    }
  },
  'memberships.remove of oneself': async () => {
    const { member, id } = await team()
    const act = () => member.api.memberships.remove({ params: { id, userId: member.id } })
    return { act, told: [{ kind: 'member.left', actorID: member.id, subjectID: member.id, projectID: id }] }
  },
  'tasks.create': async () => {
    const { owner, member, id } = await team()
    const body = { projectID: id, title: text(), description: text(), assignedToID: member.id, status: 2 }
    const about = { actorID: owner.id, subjectID: member.id, projectID: id, taskID: any, data: { status: 2 } }
    return { act: () => owner.api.tasks.create({ body }), told: [{ kind: 'task.created', ...about }] }
  },
  'tasks.update of everything': async () => {
    const { owner, member, id } = await team()
    const { data: task } = await owner.api.tasks.create({ body: { projectID: id, title: text(), description: text() } })
    const body = { title: text(), description: text(), status: 4, assignedToID: member.id }
    const about = { actorID: owner.id, subjectID: member.id, projectID: id, taskID: task.id }
    return {
      act: () => owner.api.tasks.update({ params: { id: task.id }, body }),
      told: [
        { kind: 'task.changed', ...about, data: { fields: ['title', 'description'] } },
        { kind: 'task.moved', ...about, data: { from: 1, to: 4 } },
        { kind: 'task.assigned', ...about, data: { from: null, to: member.id } },
      ],
    }
  },
  'tasks.update of due date, priority and estimate': async () => {
    const { owner, id } = await team()
    const { data: task } = await owner.api.tasks.create({ body: { projectID: id, title: text(), description: text() } })
    const body = { dueOn: '2026-12-05', priority: 'high', estimateHours: 2.5 } as const
    const data = {
      fields: ['dueOn', 'priority', 'estimateHours'],
      dueOn: { from: null, to: '2026-12-05' },
      priority: { from: 'none', to: 'high' },
    }
    return {
      act: () => owner.api.tasks.update({ params: { id: task.id }, body }),
      told: [{ kind: 'task.changed', actorID: owner.id, projectID: id, taskID: task.id, data }],
    }
  },
  'tasks.tick': async () => {
    const { owner, id } = await team()
    const body = { projectID: id, title: text(), description: text(), doneWhen: [{ text: text() }] }
    const { data: task } = await owner.api.tasks.create({ body })
    const lineID = task.doneWhen?.[0]?.id ?? ''
    return {
      act: () => owner.api.tasks.tick({ params: { id: task.id, lineID }, body: { isDone: true } }),
      told: [
        { kind: 'task.changed', actorID: owner.id, projectID: id, taskID: task.id, data: { fields: ['doneWhen'] } },
      ],
    }
  },
  'tasks.order': async () => {
    const { owner, member, id } = await team()
    const body = { projectID: id, title: text(), description: text() }
    const { data: below } = await owner.api.tasks.create({ body })
    const { data: task } = await owner.api.tasks.create({ body })
    return {
      act: () => member.api.tasks.order({ params: { id: task.id }, body: { afterID: below.id } }),
      told: [{ kind: 'task.ordered', actorID: member.id, projectID: id, taskID: task.id, data: {} }],
    }
  },
  'tasks.bulk of three tasks, one of which is so already': async () => {
    const { owner, member, id } = await team()
    const body = { projectID: id, title: text(), description: text() }
    const { data: one } = await owner.api.tasks.create({ body })
    const { data: other } = await owner.api.tasks.create({ body })
    const { data: same } = await owner.api.tasks.create({ body: { ...body, status: 2 } })
    const ids = [one, other, same].map((task) => task.id)
    const moved = { kind: 'task.moved', actorID: member.id, projectID: id, data: { from: 1, to: 2 } } as const
    return {
      act: () => member.api.tasks.bulk({ body: { ids, change: { status: 2 } } }),
      told: [
        { ...moved, taskID: one.id },
        { ...moved, taskID: other.id },
      ],
    }
  },
  'tasks.remove': async () => {
    const { owner, member, id } = await team()
    const body = { projectID: id, title: text(), description: text(), assignedToID: member.id }
    const { data: task } = await owner.api.tasks.create({ body })
    const about = { actorID: owner.id, projectID: id, taskID: task.id, subjectID: member.id, data: {} }
    return {
      act: () => owner.api.tasks.remove({ params: { id: task.id } }),
      told: [{ kind: 'task.deleted', ...about }],
    }
  },
  'tasks.restore': async () => {
    const { owner, member, id } = await team()
    const body = { projectID: id, title: text(), description: text(), assignedToID: member.id }
    const { data: task } = await owner.api.tasks.create({ body })
    await owner.api.tasks.remove({ params: { id: task.id } })
    const about = { actorID: owner.id, projectID: id, taskID: task.id, subjectID: member.id, data: {} }
    return {
      act: () => owner.api.tasks.restore({ params: { id: task.id }, body: {} }),
      told: [{ kind: 'task.restored', ...about }],
    }
  },
  'labels.create': async () => {
    const { owner, id, params } = await team()
    const act = () => owner.api.labels.create({ params, body: { name: text(), colour: 'blue' } })
    return { act, told: [{ kind: 'project.labels', actorID: owner.id, projectID: id, data: { labelID: 1 } }] }
  },
  'labels.update': async () => {
    const { owner, id, params } = await team()
    const { data: label } = await owner.api.labels.create({ params, body: { name: text(), colour: 'blue' } })
    const act = () =>
      owner.api.labels.update({ params: { ...params, labelID: label.id }, body: { name: text(), colour: 'red' } })
    return { act, told: [{ kind: 'project.labels', actorID: owner.id, projectID: id, data: { labelID: 1 } }] }
  },
  'labels.remove': async () => {
    const { owner, id, params } = await team()
    const { data: label } = await owner.api.labels.create({ params, body: { name: text(), colour: 'blue' } })
    const act = () => owner.api.labels.remove({ params: { ...params, labelID: label.id } })
    return { act, told: [{ kind: 'project.labels', actorID: owner.id, projectID: id, data: { labelID: 1 } }] }
  },
  'imports.create': async () => {
    const { owner, member, id, params } = await team()
    const tasks = [
      { title: text(), description: text(), status: 2, labels: [text()], assignedToID: member.id },
      { title: text(), description: text(), status: 1, comments: [text()] },
    ]
    const about = { actorID: owner.id, projectID: id }
    return {
      act: () => owner.api.imports.create({ params, body: { idempotencyKey: 'one', source: 'csv' as const, tasks } }),
      told: [
        { kind: 'project.labels', ...about, data: { labelID: 1 } },
        { kind: 'task.created', ...about, subjectID: member.id, data: { status: 2 } },
        { kind: 'task.created', ...about, data: { status: 1 } },
        { kind: 'comment.added', ...about },
      ],
    }
  },
  'imports.undo': async () => {
    const { owner, id, params } = await team()
    const tasks = [{ title: text(), description: text(), status: 2 }]
    const { data } = await owner.api.imports.create({ params, body: { idempotencyKey: 'one', source: 'csv', tasks } })
    return {
      act: () => owner.api.imports.undo({ params: { ...params, importID: data.id } }),
      told: [{ kind: 'task.deleted', actorID: owner.id, projectID: id }],
    }
  },
  'notifications.mark': async () => {
    const { owner, stranger, params } = await team()
    await stranger.api.projects.apply({ params, body: {} })
    const { data } = await owner.api.notifications.list({ query: {} })
    const ids = data.map((notice) => notice.id)
    return { act: () => owner.api.notifications.mark({ body: { ids, as: 'done' } }), told: [] }
  },
  'notifications.follow': async () => {
    const { owner, member, id } = await team()
    const { data: task } = await owner.api.tasks.create({ body: { projectID: id, title: text(), description: text() } })
    return { act: () => member.api.notifications.follow({ params: { id: task.id }, body: {} }), told: [] }
  },
  'notifications.unfollow': async () => {
    const { owner, id } = await team()
    const { data: task } = await owner.api.tasks.create({ body: { projectID: id, title: text(), description: text() } })
    return { act: () => owner.api.notifications.unfollow({ params: { id: task.id } }), told: [] }
  },
  'comments.create': async () => {
    const { owner, member, id } = await team()
    const { data: task } = await owner.api.tasks.create({
      body: { projectID: id, title: text(), description: text(), assignedToID: member.id },
    })
    const about = { actorID: owner.id, subjectID: member.id, projectID: id, taskID: task.id }
    const body = `${text()} @${member.username}`
    return {
      act: () => comment(owner, task.id, body),
      told: [{ kind: 'comment.added', ...about, data: { commentID: any, mentionedIDs: [member.id] } }],
    }
  },
  'comments.create with the same key again': async () => {
    const { owner, id } = await team()
    const { data: task } = await owner.api.tasks.create({ body: { projectID: id, title: text(), description: text() } })
    await comment(owner, task.id, text(), 'one and the same')
    return { act: () => comment(owner, task.id, text(), 'one and the same'), told: [] }
  },
  'comments.update': async () => {
    const { owner, member, id } = await team()
    const { data: task } = await owner.api.tasks.create({ body: { projectID: id, title: text(), description: text() } })
    const { id: commentID } = await comment(owner, task.id, text())
    const about = { actorID: owner.id, projectID: id, taskID: task.id }
    const body = `${text()} @${member.username}`
    return {
      act: () => owner.api.comments.update({ params: { id: commentID }, body: { body } }),
      told: [{ kind: 'comment.edited', ...about, data: { commentID, mentionedIDs: [member.id] } }],
    }
  },
  'comments.update to what it says': async () => {
    const { owner, id } = await team()
    const { data: task } = await owner.api.tasks.create({ body: { projectID: id, title: text(), description: text() } })
    const { id: commentID, body } = await comment(owner, task.id, text())
    return { act: () => owner.api.comments.update({ params: { id: commentID }, body: { body } }), told: [] }
  },
  'comments.remove': async () => {
    const { owner, member, id } = await team()
    const { data: task } = await owner.api.tasks.create({ body: { projectID: id, title: text(), description: text() } })
    const { id: commentID } = await comment(member, task.id, text())
    const about = { actorID: owner.id, subjectID: member.id, projectID: id, taskID: task.id, data: { commentID } }
    return {
      act: () => owner.api.comments.remove({ params: { id: commentID } }),
      told: [{ kind: 'comment.deleted', ...about }],
    }
  },
  'payments.create': async () => {
    const { owner, member, id, params } = await team()
    const data = { paymentID: any, amountCents: 500, currency: 'USD' }
    const about = { actorID: owner.id, subjectID: member.id, projectID: id, data }
    return {
      act: () => owner.api.payments.create({ params, body: payment(member.id) }),
      told: [{ kind: 'payment.recorded', ...about }],
    }
  },
  'payments.create with the same key again': async () => {
    const { owner, member, params } = await team()
    const body = payment(member.id)
    await owner.api.payments.create({ params, body })
    return { act: () => owner.api.payments.create({ params, body }), told: [] }
  },
  'payments.bulk': async () => {
    const { owner, member, id, params } = await team()
    const { userID: _, method: __, ...terms } = payment(member.id)
    const body = { ...terms, userIDs: [owner.id, member.id], split: 'equal' as const }
    const about = { kind: 'payment.recorded', actorID: owner.id, projectID: id } as const
    return {
      act: () => owner.api.payments.bulk({ params, body }),
      told: [owner.id, member.id].map((subjectID) => ({ ...about, subjectID })),
    }
  },
  'payments.void': async () => {
    const { owner, member, id, params } = await team()
    const { data } = await owner.api.payments.create({ params, body: payment(member.id) })
    const act = () => owner.api.payments.void({ params: { ...params, paymentId: data.id }, body: { reason: text() } })
    return { act, told: [{ kind: 'payment.voided', actorID: owner.id, subjectID: member.id, projectID: id }] }
  },
  'files.upload': async () => {
    const project = await team()
    const told = {
      kind: 'file.uploaded',
      actorID: project.owner.id,
      projectID: project.id,
      data: { fileID: any },
    } as const
    return { act: () => upload(project), told: [told] }
  },
  'files.remove': async () => {
    const project = await team()
    const fileID = await upload(project)
    const { owner, params } = project
    const told = { kind: 'file.deleted', actorID: owner.id, projectID: project.id, data: { fileID } } as const
    return { act: () => owner.api.files.remove({ params: { ...params, fileId: fileID } }), told: [told] }
  },
})
