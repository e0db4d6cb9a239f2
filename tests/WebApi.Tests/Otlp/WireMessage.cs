using System.Buffers.Binary;

namespace AkkaInstrumentation.Tests;

/// <summary>A protobuf message, read by its wire format alone: fields by number, without a schema.</summary>
public sealed class WireMessage
{
    private readonly List<(int Field, ulong Number, ReadOnlyMemory<byte> Bytes)> _fields = [];

    public WireMessage(ReadOnlyMemory<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var key = Varint(ref bytes);
            var field = (int)(key >> 3);
            switch (key & 7)
            {
                case 0:
                    _fields.Add((field, Varint(ref bytes), default));
                    break;
                case 1:
                    _fields.Add((field, BinaryPrimitives.ReadUInt64LittleEndian(bytes.Span), default));
                    bytes = bytes[8..];
                    break;
                case 2:
                    var length = (int)Varint(ref bytes);
                    _fields.Add((field, 0, bytes[..length]));
                    bytes = bytes[length..];
                    break;
                case 5:
                    _fields.Add((field, BinaryPrimitives.ReadUInt32LittleEndian(bytes.Span), default));
                    bytes = bytes[4..];
                    break;
                default:
                    throw new InvalidDataException($"wire type {key & 7} of field {field}");
            }
        }
    }

    public bool Has(int field) => _fields.Exists(found => found.Field == field);

    public IEnumerable<WireMessage> Messages(int field) =>
        _fields.Where(found => found.Field == field).Select(found => new WireMessage(found.Bytes));

    public WireMessage? Message(int field) => Messages(field).FirstOrDefault();

    public ReadOnlyMemory<byte> Bytes(int field) => _fields.Find(found => found.Field == field).Bytes;

    public string Text(int field) => System.Text.Encoding.UTF8.GetString(Bytes(field).Span);

    public string Hex(int field) => Convert.ToHexStringLower(Bytes(field).Span);

    public ulong Number(int field) => _fields.Find(found => found.Field == field).Number;

    /// <summary>The numbers of a packed field.</summary>
    public IReadOnlyList<ulong> Varints(int field)
    {
        var (packed, numbers) = (Bytes(field), new List<ulong>());
        while (!packed.IsEmpty)
        {
            numbers.Add(Varint(ref packed));
        }

        return numbers;
    }

    /// <summary>The numbers of a packed field of eight bytes each.</summary>
    public IReadOnlyList<ulong> Fixed(int field)
    {
        var packed = Bytes(field);
        return [.. Enumerable.Range(0, packed.Length / 8).Select(i => BinaryPrimitives.ReadUInt64LittleEndian(packed.Span[(8 * i)..]))];
    }

    /// <summary>A number with its sign in the lowest bit.</summary>
    public int ZigZag(int field) => (int)(Number(field) >> 1) ^ -(int)(Number(field) & 1);

    public double Floating(int field) => BitConverter.UInt64BitsToDouble(Number(field));

    private static ulong Varint(ref ReadOnlyMemory<byte> bytes)
    {
        var value = 0UL;
        for (var i = 0; ; i++)
        {
            var b = bytes.Span[i];
            value |= (ulong)(b & 0x7F) << (7 * i);
            if ((b & 0x80) == 0)
            {
                bytes = bytes[(i + 1)..];
                return value;
            }
        }
    }
}
