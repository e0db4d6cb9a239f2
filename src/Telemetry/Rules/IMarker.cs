namespace AkkaInstrumentation;

/// <summary>
/// The common interface of this library's marker attributes. Nearly all types have none of them, and one query finds that
/// out. It is an interface, so that the public attributes derive from <see cref="Attribute"/> alone.
/// </summary>
internal interface IMarker;
