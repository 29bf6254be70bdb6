/** How many webhooks a team may have. */
export const maxWebhooks = 50;

/** How long deliveries are kept, in days. */
export const deliveryRetentionDays = 30;

/** How long after a rotation deliveries are also signed with the previous secret, in hours. */
export const secretOverlapHours = 24;
