/** The maximum of webhooks per team. */
export const maxWebhooks = 50;

/** How long deliveries are kept, in days. */
export const deliveryRetentionDays = 30;

/** How long deliveries are signed with the previous secret as well after a rotation, in hours. */
export const secretOverlapHours = 24;
