using System.Buffers;

namespace Akka.Actor;

/// <summary>Which names actors may have, and the names of those without one.</summary>
internal static class ActorNames
{
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+~";

    private static readonly SearchValues<char> Valid = SearchValues.Create(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%" + ActorPath.ValidSymbols);

    public static bool IsValid(string name)
    {
        if (string.IsNullOrEmpty(name) || name[0] == '$' || name.AsSpan().IndexOfAnyExcept(Valid) >= 0)
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

    public static void Check(string name)
    {
        if (name.Length == 0)
        {
            throw new InvalidActorNameException("Actor name must not be empty.");
        }

        if (!IsValid(name))
        {
            throw new InvalidActorNameException(
                $"Illegal actor name [{name}]. Actor paths MUST: not start with `$`, not be empty, and only contain ASCII letters, digits and these special characters: `{ActorPath.ValidSymbols}`");
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

    public static long NewUid()
    {
        int uid;
        do
        {
            uid = Random.Shared.Next(1, int.MaxValue);
        }
        while (uid == ActorCell.UndefinedUid);

        return uid;
    }
}
