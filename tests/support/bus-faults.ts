/** Errors as the i2c-bus package delivers them: native transfers with a positive errno, file calls with a negative one. */
const fail = (message: string, code: string, errno: number, syscall: string): Error =>
  Object.assign(new Error(message), { code, errno, syscall });

export const busFaults = {
  nack: () => fail(', Remote I/O error', '', 121, 'readI2cBlock'),
  claimed: () => fail('EBUSY, Device or resource busy', 'EBUSY', 16, 'setAddr'),
  transferError: () => fail('EIO, Input/output error', 'EIO', 5, 'readI2cBlock'),
  arbitrationLost: () => fail('EAGAIN, Resource temporarily unavailable', 'EAGAIN', 11, 'readI2cBlock'),
  stuckLine: () => fail('ETIMEDOUT, Connection timed out', 'ETIMEDOUT', 110, 'readI2cBlock'),
  noBus: () => fail("ENOENT: no such file or directory, open '/dev/i2c-1'", 'ENOENT', -2, 'open'),
  noPermission: () => fail("EACCES: permission denied, open '/dev/i2c-1'", 'EACCES', -13, 'open'),
};
