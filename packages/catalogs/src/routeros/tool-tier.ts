/** The tiers of the tools, least dangerous first. */
export const TOOL_TIERS = ['fundamental', 'advanced', 'professional'] as const;

/** How much a tool may change: `fundamental`, `advanced` or `professional`. */
export type ToolTier = (typeof TOOL_TIERS)[number];

/** The tiers that a device has to open; fundamental tools are always allowed. */
export type GuardedTier = Exclude<ToolTier, 'fundamental'>;

/** The device flag that opens a tier, by its real name. */
export const TIER_FLAGS: Readonly<Record<GuardedTier, string>> = {
  advanced: 'allow_advanced_writes',
  professional: 'allow_professional_workflows',
};
