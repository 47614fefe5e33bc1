/** Passkeys: the browser's own, in the JSON that WebAuthn describes. */
import { post, withCookie } from '../net/api';
import type { Guest, MyKeys, PasskeyQuestion } from '../net/protocol';

/** Whether this browser can have any here: only over https or on localhost, and not where an address has no name. */
export const canHavePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

interface Named {
  id: string;
  type: 'public-key';
}

const unpacked = (named: Named[] | undefined): PublicKeyCredentialDescriptor[] =>
  (named ?? []).map(({ id, type }) => ({ id: toBytes(id), type }));

async function question(path: string): Promise<PasskeyQuestion> {
  return withCookie(() => post<PasskeyQuestion>(`/api/${path}/ask`, ''));
}

async function answered<T>(path: string, { challenge }: PasskeyQuestion, credential: unknown): Promise<T> {
  return withCookie(() => post<T>(`/api/${path}`, JSON.stringify({ challenge, credential })));
}

/** Have the browser make a passkey for this site. */
export async function makePasskey(): Promise<MyKeys> {
  const asked = await question('person/passkeys');
  const options = asked.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const made = (await navigator.credentials.create({
    publicKey: {
      ...(options as object as PublicKeyCredentialCreationOptions),
      challenge: toBytes(options.challenge),
      user: { ...options.user, id: toBytes(options.user.id) },
      excludeCredentials: unpacked(options.excludeCredentials as Named[] | undefined),
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return answered('person/passkeys', asked, {
    id: made.id,
    rawId: toText(made.rawId),
    type: made.type,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
    clientExtensionResults: {},
  });
}

/** Come in by whichever passkey the browser has for this site. */
export async function byPasskey(): Promise<Guest> {
  const asked = await question('sign-in/passkey');
  const options = asked.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const shown = (await navigator.credentials.get({
    publicKey: {
      ...(options as object as PublicKeyCredentialRequestOptions),
      challenge: toBytes(options.challenge),
      allowCredentials: unpacked(options.allowCredentials as Named[] | undefined),
    },
  })) as PublicKeyCredential;
  const response = shown.response as AuthenticatorAssertionResponse;
  return answered('sign-in/passkey', asked, {
    id: shown.id,
    rawId: toText(shown.rawId),
    type: shown.type,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: response.userHandle ? toText(response.userHandle) : null,
    },
    clientExtensionResults: {},
  });
}

/** Whether somebody has only thought better of it. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
