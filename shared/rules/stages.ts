type StageOfStatus = { id?: number; status: number }

/** The stage in which a task of this status is that names none; undefined where the status has no stage. */
export const firstStageOf = <S extends StageOfStatus>(stages: readonly S[], status: number): S | undefined =>
  stages.find((stage) => stage.status === status)

/** The stage in which a task is; undefined where its status has none. */
export const stageOf = <S extends StageOfStatus>(
  stages: readonly S[],
  { status, stageID }: { status: number; stageID?: number | null | undefined },
): S | undefined =>
  (stageID ? stages.find((stage) => stage.id === stageID && stage.status === status) : undefined) ??
  firstStageOf(stages, status)
