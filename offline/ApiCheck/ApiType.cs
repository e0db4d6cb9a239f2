namespace ApiCheck;

/// <summary>A type a user of the assembly can name, with its visible members.</summary>
internal sealed record ApiType(
    string Name,
    string Shape,
    string? Base,
    IReadOnlySet<string> Interfaces,
    bool Obsolete,
    IReadOnlyList<ApiMember> Members);

/// <summary>
/// A visible member. <paramref name="Id"/> is what a call site binds to; the rest is what a caller or an overrider can
/// observe beyond that.
/// </summary>
internal sealed record ApiMember(
    string Id,
    string Returns,
    string Parameters,
    string Access,
    bool Static,
    Overriding Overriding,
    bool Overrides,
    bool Obsolete);

/// <summary>What a derived class may do with a member.</summary>
internal enum Overriding
{
    Forbidden,
    Allowed,
    Required,
}
