/** Longer than any Content-Type that is accepted. */
const maxLength = 256;

/** Whether a Content-Type is `application/json` with no parameter but `charset=utf-8`. Linear in its length. */
export function isJsonType(contentType: string): boolean {
  if (contentType.length > maxLength) return false;
  const [type = '', parameter = '', ...others] = contentType.split(';').map((part) => part.trim());
  if (type.toLowerCase() !== 'application/json' || others.some((part) => part !== '')) return false;
  return parameter === '' || isUtf8(parameter);
}

function isUtf8(parameter: string): boolean {
  const [name = '', value = '', ...others] = parameter.split('=').map((part) => part.trim().toLowerCase());
  return name === 'charset' && others.length === 0 && ['utf-8', 'utf8', '"utf-8"', '"utf8"'].includes(value);
}
