namespace Akka.Actor;

/// <summary>A message that the actor's cell handles before the actor sees it.</summary>
public interface IAutoReceivedMessage
{
}

/// <summary>A message that may not arrive from an untrusted remote peer.</summary>
public interface IPossiblyHarmful
{
}

/// <summary>A message that is never serialized for verification.</summary>
public interface INoSerializationVerificationNeeded
{
}

/// <summary>A message that does not reset the receiver's receive timeout.</summary>
public interface INotInfluenceReceiveTimeout
{
}

/// <summary>A message around the user's message.</summary>
public interface IWrappedMessage
{
    object Message { get; }
}
