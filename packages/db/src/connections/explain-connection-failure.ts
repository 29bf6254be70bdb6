/** The codes of OpenSSL for a certificate whose issuer is unknown or not trusted. */
const untrusted = new Set([
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_SIGNATURE_FAILURE'],
]);

/**
 * Replaces an error of TLS by one that names the setting of the database URL to change. Returns other errors unchanged.
 */
export function explainConnectionFailure(error: NodeJS.ErrnoException): Error {
  const explanation = explain(error);
  return explanation ? new Error(explanation, { cause: error }) : error;
}

function explain({ code = '', message, syscall }: NodeJS.ErrnoException): string | undefined {
  if (untrusted.has(code)) {
    return (
      `The certificate of the PostgreSQL server comes from no authority that this process trusts (${code}). Set ` +
      'sslrootcert in the URL of the database to the file of the authority that signed it'
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of the PostgreSQL server is for another host. Use a host name that it has in the URL of the database. ${message}`;
  }
  // pg opens only the files that sslrootcert, sslcert and sslkey name. Errors of its socket name other system calls.
  if (syscall === 'open') return `A file that the URL of the database names cannot be read: ${message}`;
  return undefined;
}
