/** Something typed that cannot be done; the message tells why. */
export class Mistake extends Error {}
