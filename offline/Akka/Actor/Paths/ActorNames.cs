using System.Buffers;

namespace Akka.Actor;

/// <summary>Which names actors may have, and the names of those without one.</summary>
internal static class ActorNames
{
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+~";

    private static readonly SearchValues<char> Valid = SearchValues.Create(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%" + ActorPath.ValidSymbols);

    public static void Check(string name)
    {
        if (!IsValid(name))
        {
            throw new InvalidActorNameException(
                $"[{name}] is no name for an actor: it needs ASCII letters, digits, escapes such as %20 or {ActorPath.ValidSymbols}, and no $ in front.");
        }
    }

    /// <summary>Numbers become $a, $b, ... $~, $ab, ...</summary>
    public static string Generated(long number)
    {
        Span<char> name = stackalloc char[16];
        var length = 0;
        name[length++] = '$';
        do
        {
            name[length++] = Alphabet[(int)(number & 63)];
            number >>= 6;
        }
        while (number > 0);

        return new string(name[..length]);
    }

    public static long NewUid() => Random.Shared.Next(1, int.MaxValue);

    private static bool IsValid(string name)
    {
        if (name.Length == 0 || name[0] == '$' || name.AsSpan().IndexOfAnyExcept(Valid) >= 0)
        {
            return false;
        }

        for (var i = name.IndexOf('%', StringComparison.Ordinal); i >= 0; i = name.IndexOf('%', i + 1))
        {
            if (i + 2 >= name.Length || !char.IsAsciiHexDigit(name[i + 1]) || !char.IsAsciiHexDigit(name[i + 2]))
            {
                return false;
            }
        }

        return true;
    }
}
