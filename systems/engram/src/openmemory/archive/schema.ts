/** The tables of OpenMemory. The full-text index beside them is written by triggers. */
export interface ArchiveSchema {
  memories: MemoryRow;
  used_keys: { key: string; memory_id: string };
}

export interface MemoryRow {
  readonly id: string;
  readonly content: string;
  readonly user_id: string;
  readonly space: string;
  readonly kind: string | null;
  /** JSON. */
  readonly metadata: string | null;
  readonly created_at: string;
}
