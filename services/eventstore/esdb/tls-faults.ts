/** TLS misconfigurations by Node's error texts, each with a sentence that names the remedy. */

type TlsFault = { says: RegExp; sentence: string };

/** The first matching fault counts. */
export const tlsFaults: readonly TlsFault[] = [
  {
    says: /altnames|does not match certificate/i,
    sentence:
      'The certificate of EVENT_STORE is for another host. Use the host names in the certificate, or issue one for this name.',
  },
  {
    says: /certificate has expired|CERT_HAS_EXPIRED/i,
    sentence: 'The certificate of EVENT_STORE has expired. Renew it on its servers.',
  },
  {
    says: /certificate|self.signed|unable to verify/i,
    sentence:
      'The certificate of EVENT_STORE is signed by an authority that this machine does not trust. Add the authority’s file, as in …?tls=true&tlsCAFile=/path/ca.crt.',
  },
  {
    says: /wrong version number|packet length too long|EPROTO/i,
    sentence:
      'The servers of EVENT_STORE do not use TLS. Set tls=false in EVENT_STORE, or set up certificates on them.',
  },
];

export const tlsFaultIn = (error: unknown): TlsFault | undefined =>
  error instanceof Error ? tlsFaults.find(({ says }) => says.test(error.message)) : undefined;
