/** The head of a request with this Authorization header, or with none. */
export const headWith = (authorization?: string) => ({
  header: (name: string) => (name === 'authorization' ? authorization : undefined),
});

export const bearing = (token: string) => headWith(`Bearer ${token}`);
